import { parseId } from '@event-platform/domain';

/** What the command line says to the domain of who acts: its audit log has the name on each line. */
export const act = { operatorId: null } as const;

/** A user as the domain is told: by the id or by the phone. */
export const namedBy = (subject: string) =>
  parseId<'user'>(subject) ? { id: subject, phone: undefined } : { phone: subject, id: undefined };
