import type { UserId } from '../../src/ids.ts';
import type { Tables } from '../tables.ts';

/** Where a user gets mails: the address of their account, else those of invitations. */
export const addressesOf = (
  tables: Tables,
  user: UserId,
): readonly { readonly invitationId: string | null; readonly email: string }[] => {
  const email = tables.users.get(user)?.email;
  return email ? [{ invitationId: null, email }] : invitedAddressesOf(tables, user);
};

/** Those that are no other account's. */
export const invitedAddressesOf = (tables: Tables, user: UserId) => {
  const others = new Set(tables.users.rows().flatMap(({ id, email }) => (id === user ? [] : email)));
  return mailboxesOf(tables, user).filter((mailbox) => !others.has(mailbox.email));
};

/** The addresses that accepted an invitation, also when it was revoked since or its event deleted. */
export const mailboxesOf = ({ invitations, guestLists }: Tables, user: UserId) => [
  ...invitations
    .rows()
    .flatMap(({ id: invitationId, kind, email, userId }) =>
      kind === 'email' && email && userId === user ? [{ invitationId, email }] : [],
    ),
  ...guestLists.rows().flatMap(({ userId, mailbox }) => (userId === user && mailbox ? [mailbox] : [])),
];
