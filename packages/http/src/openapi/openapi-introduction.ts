import {
  type AccountQuota,
  accountPolicy,
  idempotencyPolicy,
  invitationPolicy,
  limits,
  mailPolicy,
  sessionLifetimes,
  signInPolicy,
} from '@event-platform/domain';
import type { AppSettings } from '../app-settings.ts';
import type { Links } from '../links.ts';
import { accessTokenSeconds } from '../security/access-tokens.ts';
import { bodyLimits } from '../server-options.ts';

const minutes = (ms: number): number => ms / 60_000;
const hours = (ms: number): number => minutes(ms) / 60;
const days = (ms: number): number => hours(ms) / 24;

const spans = signInPolicy.sms.unknown.map(({ limit, span }) => `${limit} in ${hours(span)} h`).join(' and ');

const quotaTexts = (Object.values(accountPolicy.quotas) as readonly AccountQuota[])
  .map(({ limit, what, isSameForYoung }) => `${limit}${isSameForYoung ? '' : '*'} ${what}`)
  .join(', ');

const [narrowest] = signInPolicy.startCalls.ipv4;
const { span } = signInPolicy.startCalls;

const pagesOf = (contact: AppSettings['contact']): string => {
  const pages = { Imprint: contact?.imprintUrl, Privacy: contact?.privacyUrl };
  const links = Object.entries(pages).flatMap(([name, url]) => (url ? [`[${name}](${url})`] : []));
  return links.length === 0 ? '' : `\n\n${links.join(' · ')}`;
};

/** The introduction of the document, in Markdown; every number comes from the policy that it states. */
export const introduction = (
  { currency, contact }: Pick<AppSettings, 'currency' | 'contact'>,
  links: Links,
  callsPerMinute: number | undefined,
): string => `Discover events, answer and save them, and invite people. Prices are in ${currency}; timestamps are in UTC.${pagesOf(contact)}

## Sign in
1. \`POST /v1/auth/otp/start\` with a phone number sends a code of ${limits.codeLength} digits by SMS.
2. \`POST /v1/auth/otp/check\` with the phone number and the code returns an access token and a refresh token. The code is valid for ${minutes(signInPolicy.challengeLifetime)} minutes and ${signInPolicy.triesPerChallenge} tries.
3. Send \`Authorization: Bearer <access token>\`. An access token is valid for ${accessTokenSeconds / 60} minutes.
4. \`POST /v1/auth/refresh\` exchanges the refresh token for a new pair, once; with an \`Idempotency-Key\` a lost response can be repeated at any time. A session ends after ${days(sessionLifetimes.idle)} days without a refresh, and after ${days(sessionLifetimes.absolute)} days in any case, or when its user ends it: \`GET /v1/auth/sessions\` lists them.

Lists, searches and details of public events need no token; with one they also carry the caller's own RSVP and saved state.

## Pages
Lists take \`page\` (from 1) and \`limit\` (${limits.defaultPageSize} by default, ${limits.pageSize} at most). The response holds \`data\` and \`meta\` with \`total\`, \`page\` and \`limit\`; the last page is the one where \`page * limit\` reaches \`total\`.

## Texts
Lengths count Unicode code points. A text of one line (title, name, username, address, city, name of a circle) has no control characters, line breaks or bidirectional embeddings, overrides and isolates; \`description\` and \`bio\` may hold line feeds and tabs, but no other control character. No text has more than ${limits.marksInARow} combining marks in a row.

## Repeating requests
A \`POST\`, \`PUT\` or \`PATCH\` with a bearer token takes an \`Idempotency-Key\`; send one where a second request would do a second thing, such as another event or mail, and with \`ifVersion\`. RSVPs, saves, \`PUT\` and \`DELETE\` repeat safely without. The key is a new UUID for each request, the same one when you repeat it because the response was lost. Within ${hours(idempotencyPolicy.retention)} hours the repetition gets the first response again, with \`Idempotency-Replayed: true\`, and changes nothing. Responses of 401, 429 and 5xx are not kept: repeat the request with the same key after \`Retry-After\`. While the first request is in progress the status is 409 with \`Retry-After\`; another body with a key that was used is refused with 422.

## Limits
- \`POST /v1/auth/otp/start\`: ${narrowest.limit} calls in ${minutes(span)} minutes from one IP address, and more from the networks around it; to one phone, one SMS each ${signInPolicy.smsPause / 1000} seconds and ${spans}.
- Bodies: ${bodyLimits.usual / 1024} KiB, for invitations ${bodyLimits.invites / 1024 / 1024} MiB. One call invites at most ${limits.inviteCircles} circles, ${limits.inviteUsers} users and ${limits.inviteEmails} e-mail addresses.
- One account: ${quotaTexts}; ${accountPolicy.circles} circles at a time; ${invitationPolicy.pendingFromOrganizer} pending invitations to one person. Accounts younger than a day have a tenth of the numbers with \`*\`, and the operator may have set others; \`budget\` in the problem names the one that is spent.
- Mails, in any 24 hours: ${mailPolicy.toMailbox} of all kinds to one address, among them ${mailPolicy.invitationsToMailbox} invitations (${mailPolicy.invitationsFromOrganizer} of one organizer) and ${mailPolicy.announcementsFromOrganizer} announcements of one organizer. What is over that is not mailed, and responses are the same; notices stay in the inbox. An account younger than a day causes ${mailPolicy.fromNewAccount}.
${callsPerMinute === undefined ? '' : `- All calls from one IP address: ${callsPerMinute} a minute.\n`}
Past a limit the status is 429, and \`Retry-After\` says how many seconds to wait. A status of 503 with \`Retry-After\` means the same for a service that is overloaded or cannot reach its database.

## Versions
Ignore fields, problem codes and values that you do not know: they may be added at any time; \`x-extensible-enum\` lists the values of today. An unknown query parameter is ignored, unless it has two letters or more and is one letter from a known one: that is refused. Whatever else changes under \`/v1\` is announced at least twelve months before, by \`deprecated\` in this document and by the headers \`Deprecation\` and \`Sunset\` of its responses.

## Errors
Every error is a problem document (RFC 9457, \`application/problem+json\`) with a stable \`code\` to branch on and a \`requestId\` to quote. What people read in it is English or, by \`Accept-Language\`, German. Its \`type\` leads to a page that explains it; [all problems](${links.basePath}/problems) are listed there.
`;
