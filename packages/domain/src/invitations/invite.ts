import type { Dependencies } from '../dependencies.ts';
import { managedEvent, requireScheduled } from '../events/event-access.ts';
import { type CircleId, type InvitationId, parseId, type UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { enforceMailCap } from '../mails/account-mails.ts';
import { admitMails, type SuppressedMails, wantedMails } from '../mails/admit-mails.ts';
import { emailFaults, normalEmail } from '../mails/email-address.ts';
import { newChange } from '../outbox/change.ts';
import { type FieldFault, refuseInput } from '../problem.ts';
import { useLastingQuota } from '../quotas/use-quota.ts';
import { type InvitationToSend, invitationExpiry } from './invitation.ts';
import { planInvitations } from './plan-invitations.ts';

export interface Invite {
  readonly eventId: string;
  readonly callerId: UserId;
  readonly circleIds: readonly string[];
  readonly userIds: readonly string[];
  readonly emails: readonly string[];
}

export interface InviteOutcome {
  readonly sent: number;
  /**
   * Names left out: duplicates, people already invited or inside, people who block the organizer or the caller or have
   * 20 pending invitations from the organizer, addresses whose owners want no mail, unknown ids, others' circles.
   */
  readonly skipped: number;
  /** The addresses that no mail goes to, for the operator alone: those over a budget are among the invitations sent. */
  readonly suppressed: SuppressedMails;
  /** The token of the event's shared link. */
  readonly linkToken: string;
}

/**
 * Invites the members of circles, users and e-mail addresses, each recipient once, all or nothing; mails are
 * queued with the invitations. For the event's organizer and admins. Throws `invalid_request`,
 * `event_not_found`, `forbidden`, `event_cancelled`, `event_postponed`, `rate_limited` (the mails of the organizer, or of a caller
 * whose account is new, within 24 hours, or 60 calls within an hour, refused ones included).
 */
export const invite =
  (dependencies: Dependencies) =>
  async (command: Invite): Promise<InviteOutcome> => {
    await useLastingQuota(dependencies, command.callerId, 'invite-calls');
    const faults = inviteFaults(command);
    if (faults.length > 0) throw refuseInput(...faults);
    const event = await managedEvent(dependencies, command.eventId, command.callerId);
    requireScheduled(event);
    const { clock, ids, mailboxKeys, settings, tokens, unitOfWork } = dependencies;
    const now = clock.now();
    if (now >= event.endAt) throw refuseInput({ path: '', message: 'is too late: the event has ended' });
    const expiresAt = invitationExpiry(event.endAt, now);
    const circles = parseIds<'circle'>(command.circleIds);
    const users = parseIds<'user'>(command.userIds);
    const emails = command.emails.map(normalEmail);

    const senders = { organizerId: event.organizerId, callerId: command.callerId };
    if (emails.length > 0) await enforceMailCap(dependencies.stores, senders, settings, now);

    return unitOfWork.run(async (stores) => {
      const candidates = await stores.invitations.candidates({
        eventId: event.eventId,
        organizer: event.organizerId,
        inviter: command.callerId,
        circleIds: circles.known as readonly CircleId[],
        userIds: users.known as readonly UserId[],
        emails,
        most: limits.invitePeople + 1,
        at: now,
      });
      if (candidates.users.length > limits.invitePeople) throw refuseInput(tooManyPeople);
      const plan = planInvitations(
        { ...candidates, unknownCount: candidates.unknownCount + circles.unknown + users.unknown },
        emails,
      );
      const wanted = await wantedMails(
        stores,
        mailboxKeys,
        plan.emails.map((email) => ({ email })),
      );
      const recipients = [
        ...plan.userIds.map((userId) => ({ kind: 'user', userId }) as const),
        ...wanted.map(({ mail: { email } }) => ({ kind: 'email', email }) as const),
      ];
      const invitations: Awaited<ReturnType<typeof stores.invitations.send>>[number][] = [];
      for (let at = 0; at < recipients.length; at += recipientsAtOnce) {
        const toSend = recipients.slice(at, at + recipientsAtOnce).map(
          (recipient): InvitationToSend => ({
            id: ids.next() as InvitationId,
            eventId: event.eventId,
            token: tokens.next(),
            createdAt: now,
            expiresAt,
            recipient,
          }),
        );
        invitations.push(...(await stores.invitations.send(toSend, now)));
      }
      const mails = invitations.flatMap((mail) =>
        mail.email === null ? [] : [{ ...mail, email: mail.email, userId: null }],
      );
      const subject = { kind: 'invitation', eventId: event.eventId, senders } as const;
      const { admittedMails, suppressedMails } = await admitMails(stores, dependencies, subject, mails, now);
      if (admittedMails.length > 0)
        await stores.mailOutbox.enqueue(
          admittedMails.map(({ id, sending }) => ({ id, sending })),
          now,
        );
      if (invitations.length > mails.length)
        await stores.outbox.add([
          newChange('invitation.sent', now, {
            id: ids.next(),
            eventId: event.eventId,
            actorId: command.callerId,
          }),
        ]);
      return {
        sent: invitations.length,
        skipped: plan.skipped + plan.userIds.length + plan.emails.length - invitations.length,
        suppressed: {
          ...suppressedMails,
          unsubscribed: plan.emails.length - wanted.length + suppressedMails.unsubscribed,
        },
        linkToken: await stores.inviteLinks.tokenOf(event.eventId, tokens.next()),
      };
    }, 'bulk');
  };

/** The invitations of a full circle made at once would hold the process for a tenth of a second. */
const recipientsAtOnce = 1_000;

const tooManyPeople: FieldFault = {
  path: '/circleIds',
  message: `must hold, with userIds, at most ${limits.invitePeople} people in all`,
};

const parseIds = <Kind extends string>(texts: readonly string[]) => {
  const ids = texts.map((text) => parseId<Kind>(text)).filter((id) => id !== null);
  return { known: ids, unknown: texts.length - ids.length };
};

const inviteFaults = ({ circleIds, userIds, emails }: Invite): readonly FieldFault[] => [
  ...(circleIds.length + userIds.length + emails.length === 0
    ? [{ path: '', message: 'must name at least one circle, user or e-mail address' }]
    : []),
  ...tooMany('/circleIds', circleIds, limits.inviteCircles),
  ...tooMany('/userIds', userIds, limits.inviteUsers),
  ...tooMany('/emails', emails, limits.inviteEmails),
  ...(emails.length > limits.inviteEmails
    ? []
    : emails.flatMap((email, index) => emailFaults(`/emails/${index}`, email))),
];

const tooMany = (path: string, items: readonly string[], most: number): readonly FieldFault[] =>
  items.length > most ? [{ path, message: `must hold at most ${most} entries` }] : [];
