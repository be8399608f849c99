import { Type } from 'typebox';

/** The format is only documented: the validator ignores it, since an id that is not a UUID is unknown (404). */
const id = (what: string) => Type.String({ format: 'uuid', description: `Id of ${what}.` });

export const EventParams = Type.Object({ id: id('the event') });
export const EventUserParams = Type.Object({ id: id('the event'), userId: id('the user') });
export const SeriesParams = Type.Object({ id: id('the series') });
export const UserParams = Type.Object({ userId: id('the user') });
export const EventInviteParams = Type.Object({ id: id('the event'), inviteId: id('the invitation') });
export const EventBookingParams = Type.Object({ id: id('the event'), bookingId: id('the booking') });
export const EventItemParams = Type.Object({ id: id('the event'), itemId: id('the item') });
export const InviteParams = Type.Object({ id: id('the invitation') });
export const CircleParams = Type.Object({ id: id('the circle') });
export const CircleUserParams = Type.Object({ id: id('the circle'), userId: id('the user') });
export const TokenParams = Type.Object({
  token: Type.String({ description: 'The token of a personal invitation or of a shared link.' }),
});
export const FeedParams = Type.Object({
  token: Type.String({ description: 'The token in the address of the feed.' }),
});
export const TargetParams = Type.Object({ targetId: id('the target') });
export const OperatorUserParams = Type.Object({ id: id('the user') });
export const SessionParams = Type.Object({ id: id('the session') });
export const UsernameParams = Type.Object({
  username: Type.String({ description: 'A username; case does not matter.' }),
});
