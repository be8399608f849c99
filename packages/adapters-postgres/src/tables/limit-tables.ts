import { defineEntity, p } from '@mikro-orm/core';
import { AppUser } from './app-user-table.ts';
import { instant } from './instant.ts';

/** How much of a quota is taken until `until`. */
export const QuotaUse = defineEntity({
  name: 'QuotaUse',
  tableName: 'quota_use',
  properties: {
    key: p.text().primary(),
    taken: p.integer(),
    until: instant().index('quota_use_until_index'),
  },
  checks: [{ name: 'quota_use_taken_check', expression: 'taken >= 0' }],
});

/** How much an account used of a quota in the span that ends at `until`; more than its limit once it was refused. */
export const AccountQuota = defineEntity({
  name: 'AccountQuota',
  tableName: 'account_quota',
  properties: {
    user: () => p.manyToOne(AppUser).mapToPk().deleteRule('cascade').primary(),
    budget: p.text().primary(),
    used: p.integer(),
    until: instant().index('account_quota_until_index'),
  },
  checks: [{ name: 'account_quota_used_check', expression: 'used > 0' }],
});

/** The counted calls of a sliding window; `allowed` tells whether the latest call was within the limit. */
export const CallWindow = defineEntity({
  name: 'CallWindow',
  tableName: 'call_window',
  properties: {
    key: p.text().primary(),
    calls: p.array().columnType('timestamptz[]').$type<Date[]>(),
    allowed: p.boolean(),
    until: instant().index('call_window_until_index'),
  },
});

/** What a form of a web page led to; `key` is a keyed hash of the form. */
export const FormReceipt = defineEntity({
  name: 'FormReceipt',
  tableName: 'form_receipt',
  properties: {
    key: p.text().primary(),
    outcome: p.text(),
    until: instant().index('form_receipt_until_index'),
  },
});

/** When a sign-in last came from a network, exact to a day. */
export const SignInNetwork = defineEntity({
  name: 'SignInNetwork',
  tableName: 'sign_in_network',
  properties: {
    network: p.text().primary(),
    signedInAt: instant().index('sign_in_network_signed_in_at_index'),
  },
});
