import { People } from './2026-11-21-1-people.ts';
import { Events } from './2026-11-21-2-events.ts';
import { Invitations } from './2026-11-21-3-invitations.ts';
import { Categories } from './2026-11-21-4-categories.ts';
import { Calendars } from './2026-11-21-5-calendars.ts';
import { Listing } from './2026-11-21-6-listing.ts';
import { ReadYourWrites } from './2026-11-21-7-own-writes.ts';
import { Search } from './2026-11-21-8-search.ts';
import { UnderWay } from './2026-11-22-1-under-way.ts';
import { WordsInOrder } from './2026-11-22-2-words-in-order.ts';
import { DiscoveryNames } from './2026-11-22-3-discovery-names.ts';
import { SignInNetworks } from './2026-11-23-10-sign-in-networks.ts';
import { Sessions } from './2026-11-23-20-sessions.ts';
import { RemovedGuests } from './2026-11-23-30-removed-guests.ts';
import { Mailboxes } from './2026-11-23-31-mailboxes.ts';
import { CleanTexts } from './2026-11-23-40-clean-texts.ts';
import { Blocks } from './2026-11-23-41-blocks.ts';
import { AccountQuotas } from './2026-11-23-42-account-quotas.ts';
import { TimeZones } from './2026-11-23-50-time-zones.ts';
import { AnsweredForms } from './2026-11-23-60-form-receipts.ts';
import { Sitemap } from './2026-11-23-61-sitemap.ts';
import { KeptAnswers } from './2026-11-23-70-kept-answers.ts';

/** Every migration in the order of its day; a released one is never changed again. */
export const migrations = [
  { name: '2026-11-21-1-people', class: People },
  { name: '2026-11-21-2-events', class: Events },
  { name: '2026-11-21-3-invitations', class: Invitations },
  { name: '2026-11-21-4-categories', class: Categories },
  { name: '2026-11-21-5-calendars', class: Calendars },
  { name: '2026-11-21-6-listing', class: Listing },
  { name: '2026-11-21-7-own-writes', class: ReadYourWrites },
  { name: '2026-11-21-8-search', class: Search },
  { name: '2026-11-22-1-under-way', class: UnderWay },
  { name: '2026-11-22-2-words-in-order', class: WordsInOrder },
  { name: '2026-11-22-3-discovery-names', class: DiscoveryNames },
  { name: '2026-11-23-10-sign-in-networks', class: SignInNetworks },
  { name: '2026-11-23-20-sessions', class: Sessions },
  { name: '2026-11-23-30-removed-guests', class: RemovedGuests },
  { name: '2026-11-23-31-mailboxes', class: Mailboxes },
  { name: '2026-11-23-40-clean-texts', class: CleanTexts },
  { name: '2026-11-23-41-blocks', class: Blocks },
  { name: '2026-11-23-42-account-quotas', class: AccountQuotas },
  { name: '2026-11-23-50-time-zones', class: TimeZones },
  { name: '2026-11-23-60-form-receipts', class: AnsweredForms },
  { name: '2026-11-23-61-sitemap', class: Sitemap },
  { name: '2026-11-23-70-kept-answers', class: KeptAnswers },
];
