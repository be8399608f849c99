import type { SessionId } from '@event-platform/domain';
import { defineEntity, p } from '@mikro-orm/core';
import type { StoredSignIn } from '../../sign-in/sign-in-rows.ts';
import { instant, sqlIndexes, texts } from '../columns.ts';
import { AppUser } from './app-user-table.ts';
import { ofUser } from './of-user.ts';

/** Signed-in devices and receipts. */
export const Session = defineEntity({
  name: 'Session',
  properties: {
    id: p.uuid().$type<SessionId>().primary(),
    user: () => ofUser().index('session_user_id_index').hidden(),
    generation: p.integer().hidden(),
    confirmed: p.boolean().hidden(),
    createdAt: instant(),
    refreshedAt: instant(),
    endedAt: instant().nullable(),
    lastUsedAt: instant(),
    device: p.text(),
    strict: p.boolean().hidden(),
    isReceipt: p.boolean().default(false).hidden(),
    exchangeKeys: texts().default([]).hidden(),
  },
  checks: [{ name: 'session_generation_check', expression: 'generation > 0' }],
  indexes: sqlIndexes('session_receipt_index'),
});

/** The address that an account has yet to prove. */
export const EmailProof = defineEntity({
  name: 'EmailProof',
  properties: {
    user: () =>
      p.oneToOne(AppUser).mapToPk().primary().owner().updateRule('cascade').deleteRule('cascade').hidden(),
    id: p.uuid().unique('email_proof_id_unique').hidden(),
    sessionId: p.uuid().$type<SessionId>().hidden(),
    email: p.text(),
    token: p.text().unique('email_proof_token_unique').hidden(),
    codeKey: p.text().hidden(),
    mails: p.integer(),
    isMailed: p.boolean(),
    expiresAt: instant().index('email_proof_expires_at_index'),
  },
});

/** The sign-in record of a phone, which is the number or, once its account is erased, a keyed hash of it. */
export const SignIn = defineEntity({
  name: 'SignIn',
  properties: {
    phone: p.text().primary(),
    version: p.integer(),
    record: p.json().$type<StoredSignIn>(),
    updatedAt: instant().defaultRaw('now()').index('sign_in_updated_at_index'),
  },
});

/** What an erased account may not shed is found by the keyed hash of its phone. */
export const ErasedAccount = defineEntity({
  name: 'ErasedAccount',
  properties: {
    phone: p.text().primary(),
    user: () => ofUser().index('erased_account_user_id_index'),
    erasedAt: instant().index('erased_account_erased_at_index'),
  },
});

/** The secret address of a person's calendar feed. */
export const CalendarFeed = defineEntity({
  name: 'CalendarFeed',
  properties: {
    user: () => p.oneToOne(AppUser).mapToPk().primary().owner().deleteRule('cascade'),
    token: p.text().unique('calendar_feed_token_unique').hidden(),
  },
});
