import { p } from '@mikro-orm/core';
import { AppUser } from './app-user-table.ts';

/** Whose row it is; no row of a person outlives the account's own row. */
export const ofUser = () => p.manyToOne(AppUser).mapToPk().deleteRule('cascade');
