import { defineEntity, p } from '@mikro-orm/core';
import type { StoredSignIn } from '../../sign-in/sign-in-rows.ts';
import { instant } from '../instant.ts';
import { AppUser } from './app-user-table.ts';

/** Signed-in devices. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(AppUser).mapToPk().deleteRule('cascade').index('session_user_id_index'),
    generation: p.integer(),
    confirmed: p.boolean(),
    createdAt: instant(),
    refreshedAt: instant(),
    endedAt: instant().nullable(),
    lastUsedAt: instant(),
    device: p.text(),
    strict: p.boolean(),
    exchangeKeys: p.array().columnType('text[]').$type<string[]>().default([]),
  },
  checks: [{ name: 'session_generation_check', expression: 'generation > 0' }],
});

/** The sign-in record of a phone, which is the number or, once its account is erased, a keyed hash of it. */
export const SignIn = defineEntity({
  name: 'SignIn',
  tableName: 'sign_in',
  properties: {
    phone: p.text().primary(),
    version: p.integer(),
    record: p.json().$type<StoredSignIn>(),
    updatedAt: instant().defaultRaw('now()').index('sign_in_updated_at_index'),
  },
});
