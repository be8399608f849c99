import { Type } from 'typebox';

const id = (what: string) => Type.String({ description: `Id of ${what} (UUID).` });

export const EventParams = Type.Object({ id: id('the event') });
export const EventUserParams = Type.Object({ id: id('the event'), userId: id('the user') });
export const EventInviteParams = Type.Object({ id: id('the event'), inviteId: id('the invitation') });
export const InviteParams = Type.Object({ id: id('the invitation') });
export const CircleParams = Type.Object({ id: id('the circle') });
export const CircleUserParams = Type.Object({ id: id('the circle'), userId: id('the user') });
export const TokenParams = Type.Object({
  token: Type.String({ description: 'The token of a personal invitation or of a shared link.' }),
});
export const UsernameParams = Type.Object({
  username: Type.String({ description: 'A username, in any case.', examples: ['mira'] }),
});
