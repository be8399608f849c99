import type { Domain } from '../create-domain.ts';
import type { Dependencies } from '../dependencies.ts';
import type { RsvpState } from '../events/rsvp.ts';
import type { EventId } from '../ids.ts';
import type { KeyedOutcome, KeyedResult } from '../ports/idempotency.ts';
import type { KeyedRequest } from '../ports/keyed-request.ts';
import type { KeyedRsvp, RsvpStore } from '../ports/rsvp-store.ts';
import type { AccountQuota } from '../quotas/account-quota.ts';
import { answerRsvp } from '../rsvp/answer-rsvp.ts';
import { keptRsvpsQuota } from './kept-rsvps-quota.ts';

/** What a caller is answered whose RSVP is `state` now, before and after the number of RSVPs. */
export type RsvpAnswerText = (state: RsvpState) => KeyedRsvp['answer'];

/** Ends work whose RSVP was not recorded. */
class NotRecorded extends Error {}

/**
 * Runs work that is `answerRsvp` alone, whose answer the statement keeps that records the RSVP. Null when nothing was
 * recorded.
 */
export const runRsvpOnce = async (
  dependencies: Dependencies,
  domain: Domain,
  request: KeyedRequest,
  work: (domain: Domain) => Promise<KeyedResult>,
  answerText: RsvpAnswerText,
): Promise<Extract<KeyedOutcome, { readonly kind: 'first' }> | null> => {
  const { stores } = dependencies;
  const once = async (quota: AccountQuota | null, event: EventId, state: RsvpState, at: Date) => {
    const keyed = { request, answer: answerText(state) };
    const answer = await stores.rsvps.answerOnce(keyed, keptRsvpsQuota(quota, at), event, state, at);
    if (!answer) throw new NotRecorded();
    return answer;
  };
  const rsvps: RsvpStore = {
    ...stores.rsvps,
    answer: (event, _user, state, at) => once(null, event, state, at),
    answerWithin: (quota, event, _user, state, at) => once(quota, event, state, at),
  };
  const answering = answerRsvp({ ...dependencies, stores: { ...stores, rsvps } });
  try {
    const { answer, isRefusal } = await work({ ...domain, answerRsvp: answering });
    return isRefusal ? null : { kind: 'first', answer };
  } catch (error) {
    if (error instanceof NotRecorded) return null;
    throw error;
  }
};
