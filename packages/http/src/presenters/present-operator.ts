import type { ModeratedEvent, ModeratedUser, ReportedTarget, UserDossier } from '@event-platform/domain';
import type { Static } from 'typebox';
import type { Links } from '../links.ts';
import type {
  ModeratedEventShape,
  ModeratedUserShape,
  ReportedTargetShape,
  UserDossierShape,
} from '../schemas/operator.ts';
import { presentTakeDown } from './present-event.ts';
import { presentSession } from './present-session.ts';
import { presentUser } from './present-user.ts';

export const presentModeratedEvent = ({
  id,
  takenDown,
}: ModeratedEvent): Static<typeof ModeratedEventShape> => ({
  id,
  takenDown: takenDown && presentTakeDown(takenDown),
});

export const presentModeratedUser = ({
  id,
  suspended,
}: ModeratedUser): Static<typeof ModeratedUserShape> => ({
  id,
  suspended: suspended && presentTakeDown(suspended),
});

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
