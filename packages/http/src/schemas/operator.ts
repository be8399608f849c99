import {
  limits,
  type ModeratedEvent,
  type ModeratedUser,
  type ReportedTarget,
  reportActions,
  reportReasons,
  type UserDossier,
} from '@event-platform/domain';
import { type Static, Type } from 'typebox';
import type { Links } from '../links.ts';
import { pageQuery } from './common/paging.ts';
import { namedShape, nullable, oneOf, refTo, timestamp, uuid } from './common/shapes.ts';
import { presentTakeDown, TakeDownFields } from './events/event.ts';
import { presentSession, SessionShape } from './session.ts';
import { presentUser, UserShape } from './user.ts';

const reason = (description: string) =>
  Type.String({ minLength: 1, maxLength: limits.reasonLength, description, examples: ['It sells watches.'] });

const action = oneOf(reportActions, {
  description:
    'What is done about it: nothing, the event taken down, or the user (of an event its organizer) suspended.',
  examples: ['taken_down'],
});

export const ReasonBody = Type.Object(
  { reason: reason('Why; the organizer or the suspended person reads it.') },
  { title: 'OperatorReason' },
);

export const OptionalReasonBody = Type.Object(
  {
    reason: Type.Optional(Type.String({ maxLength: limits.reasonLength, description: 'For the audit log.' })),
  },
  { title: 'OperatorOptionalReason' },
);

export const CloseReportsBody = Type.Object(
  {
    action,
    note: Type.Optional(
      Type.String({
        maxLength: limits.reasonLength,
        description: 'Required with an action, whose reason it is then.',
        examples: ['It sells watches.'],
      }),
    ),
  },
  { title: 'CloseReportsRequest' },
);

export const LookUpBody = Type.Object(
  {
    phone: Type.Optional(
      Type.String({ maxLength: limits.phoneLength, description: 'In E.164 form; either this or `id`.' }),
    ),
    id: Type.Optional(uuid('Id of the user; either this or `phone`.')),
    reason: reason('Why, for the audit log.'),
  },
  { title: 'LookUpRequest', examples: [{ phone: '+4915112345678', reason: 'Asked for help by mail.' }] },
);

export const ReportsQuery = Type.Object({
  ...pageQuery,
  status: Type.Optional(
    oneOf(['open', 'closed'], { description: 'Open reports by default.', examples: ['open'] }),
  ),
});

export const ReportedTargetShape = namedShape(
  'ReportedTarget',
  {
    target: Type.Object({
      kind: oneOf(['event', 'user'], { description: 'What was reported.', examples: ['event'] }),
      id: uuid('Id of the event or user.'),
    }),
    label: nullable(
      Type.String({ description: 'Title or name; null when it is gone.', examples: ['Cheap watches'] }),
    ),
    count: Type.Integer({ description: 'How many people reported it.', examples: [3] }),
    reasons: Type.Object(
      Object.fromEntries(reportReasons.map((name) => [name, Type.Optional(Type.Integer({ examples: [2] }))])),
      { description: 'How many gave each reason.' },
    ),
    texts: Type.Array(Type.String({ examples: ['It sells watches.'] }), { description: 'The newest texts.' }),
    lastAt: timestamp('When it was reported last.'),
    closing: nullable(
      Type.Object(
        {
          action,
          note: Type.String({ examples: ['It sells watches.'] }),
          at: timestamp('When they were closed.'),
        },
        { description: 'The latest closing; null for open reports.' },
      ),
    ),
  },
  'The reports of one target.',
);

export const presentReportedTarget = ({
  target,
  label,
  count,
  reasons,
  texts,
  lastAt,
  closing,
}: ReportedTarget): Static<typeof ReportedTargetShape> => ({
  target: { kind: target.kind, id: target.id },
  label,
  count,
  reasons: { ...reasons },
  texts: [...texts],
  lastAt: lastAt.toISOString(),
  closing: closing && { action: closing.action, note: closing.note, at: closing.at.toISOString() },
});

export const ReportsClosedShape = namedShape(
  'ReportsClosed',
  { closed: Type.Integer({ description: 'How many reports were closed.', examples: [3] }), action },
  'The reports were closed and the action was done.',
);

export const ModeratedEventShape = namedShape(
  'ModeratedEvent',
  { id: uuid('Id of the event.'), takenDown: nullable(TakeDownFields) },
  'The event after the act.',
);

export const presentModeratedEvent = ({
  id,
  takenDown,
}: ModeratedEvent): Static<typeof ModeratedEventShape> => ({
  id,
  takenDown: takenDown && presentTakeDown(takenDown),
});

const suspensionShape = nullable(
  Type.Object(
    { reason: Type.String({ examples: ['Fraud.'] }), at: timestamp('Since when.') },
    { description: 'Null unless the account is suspended.' },
  ),
);

export const ModeratedUserShape = namedShape(
  'ModeratedUser',
  { id: uuid('Id of the user.'), suspended: suspensionShape },
  'The account after the act.',
);

export const presentModeratedUser = ({
  id,
  suspended,
}: ModeratedUser): Static<typeof ModeratedUserShape> => ({
  id,
  suspended: suspended && presentTakeDown(suspended),
});

export const UserDossierShape = namedShape(
  'UserDossier',
  {
    user: refTo(UserShape),
    suspended: suspensionShape,
    counts: Type.Object({
      events: Type.Integer({ description: 'Events they organize.', examples: [2] }),
      rsvps: Type.Integer({ examples: [5] }),
      reportsMade: Type.Integer({ examples: [0] }),
      reportsAbout: Type.Integer({ examples: [1] }),
    }),
    sessions: Type.Array(refTo(SessionShape)),
  },
  'What an operator sees of an account.',
);

export const presentDossier = (
  { user, counts, sessions }: UserDossier,
  links: Links,
): Static<typeof UserDossierShape> => ({
  user: presentUser(user, links),
  suspended:
    user.suspendedAt && presentTakeDown({ reason: user.suspensionReason ?? '', at: user.suspendedAt }),
  counts: { ...counts },
  sessions: sessions.map((session) => presentSession({ ...session, isCurrent: false })),
});
