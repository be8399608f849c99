import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../columns.ts';

/**
 * How much of a budget is taken in the span that ends at `until`; `uses` has the single ones of a sliding
 * window.
 */
export const QuotaUse = defineEntity({
  name: 'QuotaUse',
  properties: {
    key: p.text().primary(),
    taken: p.integer(),
    until: instant().index('quota_use_until_index'),
    uses: p.array().columnType('timestamptz[]').$type<Date[]>().defaultRaw("'{}'").hidden(),
  },
  checks: [{ name: 'quota_use_taken_check', expression: 'taken >= 0' }],
});

/** What a form of a web page led to; `key` is a keyed hash of the form. */
export const FormReceipt = defineEntity({
  name: 'FormReceipt',
  properties: {
    key: p.text().primary(),
    outcome: p.text(),
    until: instant().index('form_receipt_until_index'),
  },
});

/** When a sign-in last came from a network, exact to a day. */
export const SignInNetwork = defineEntity({
  name: 'SignInNetwork',
  properties: {
    network: p.text().primary(),
    signedInAt: instant().index('sign_in_network_signed_in_at_index'),
  },
});
