import { Type } from 'typebox';

export const EventParams = Type.Object({ id: Type.String() });
/** Of an invitation, and of the link that stops all mail. */
export const TokenParams = Type.Object({ token: Type.String() });
