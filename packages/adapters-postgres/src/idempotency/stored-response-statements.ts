import {
  idempotencyPolicy,
  type KeyedRequest,
  storedResponsesCharge,
  type UserId,
} from '@event-platform/domain';
import { sql } from 'kysely';
import { preparedStatement } from '../connection/prepared-statement.ts';
import type { Database } from '../database.ts';

interface ClaimValues {
  readonly caller: UserId;
  readonly request: string;
  readonly at: Date;
}

/** What was kept for a request, if anything, and whether no other transaction works on it. */
export interface Claim {
  readonly is_free: boolean;
  readonly content_hash: string | null;
  readonly response: string | null;
}

/**
 * Locks the request until the transaction ends, and finds its response. The lock may be had just after another
 * transaction kept a response that this statement does not see yet: {@link storeResponse} notices. The caller's row is
 * locked before any other, as an erasure does it: the response must not outlive the account.
 */
const claimStatement = preparedStatement<ClaimValues, Claim>({
  name: 'stored-response-claim',
  types: { caller: 'uuid', request: 'text', at: 'timestamptz' },
  body: (parameter) => sql`
    stored_row as materialized (
      select k.content_hash, k.response from stored_response k
      where k.user_id = ${parameter('caller')} and k.request_hash = ${parameter('request')} and k.until > ${parameter('at')}
    ),
    lock as materialized (
      select pg_try_advisory_xact_lock(
        hashtextextended(${parameter('caller')}::text || ${parameter('request')}, 0)
      ) as is_free
    ),
    owner as materialized (
      select u.id from app_user u where u.id = ${parameter('caller')} and not exists (select from stored_row) for key share
    )
    select lock.is_free, stored_row.content_hash, stored_row.response
    from lock left join stored_row on true where (select count(*) from owner) >= 0`,
});

/** Locks the request for the rest of the transaction, unless another one has, and finds what was kept for it. */
export const claimRequest = async (
  db: Database,
  { callerId, requestHash }: KeyedRequest,
  at: Date,
): Promise<Claim> => {
  const [claim] = await claimStatement(db, { caller: callerId, request: requestHash, at });
  return claim as Claim;
};

interface StoreValues extends ClaimValues {
  readonly content: string;
  readonly response: string;
  readonly until: Date;
  readonly quota: string;
  readonly amount: number;
  readonly limit: number;
  readonly quotaUntil: Date;
}

const keepStatement = preparedStatement<StoreValues, Record<'owners' | 'charged' | 'responses', number>>({
  name: 'stored-response-write',
  types: {
    caller: 'uuid',
    request: 'text',
    at: 'timestamptz',
    content: 'text',
    response: 'text',
    until: 'timestamptz',
    quota: 'text',
    amount: 'int',
    limit: 'int',
    quotaUntil: 'timestamptz',
  },
  body: (parameter) => sql`
    owner as materialized (
      select u.id from app_user u where u.id = ${parameter('caller')} and u.erased_at is null for key share
    ),
    charge as materialized (
      select from owner, lateral take_quotas(
        array[${parameter('quota')}], array[1], array[${parameter('amount')}], array[${parameter('limit')}],
        array[${parameter('quotaUntil')}], ${parameter('at')}
      ) t
      where not t.is_spent
    ),
    stored_row as (
      insert into stored_response (user_id, request_hash, content_hash, response, until)
      select ${parameter('caller')}, ${parameter('request')}, ${parameter('content')}, ${parameter('response')}, ${parameter('until')}
      from charge
      on conflict (user_id, request_hash) do update
        set content_hash = excluded.content_hash, response = excluded.response, until = excluded.until
        where stored_response.until <= ${parameter('at')}
      returning 1
    )
    select (select count(*) from owner)::int as owners, (select count(*) from charge)::int as charged,
      (select count(*) from stored_row)::int as responses`,
});

/**
 * Keeps a response. `known` when another one is kept for the request already; `exhausted` when the caller's quota is
 * spent. For an erased account nothing is kept, nor missed.
 */
export const storeResponse = async (
  db: Database,
  { callerId, requestHash, contentHash }: KeyedRequest,
  at: Date,
  response: string,
): Promise<'kept' | 'known' | 'exhausted'> => {
  const { key, amount, limit, until } = storedResponsesCharge(callerId, response, at);
  const [counts] = await keepStatement(db, {
    caller: callerId,
    request: requestHash,
    at,
    content: contentHash,
    response,
    until: new Date(at.getTime() + idempotencyPolicy.retention),
    quota: key,
    amount,
    limit,
    quotaUntil: until,
  });
  if (!counts?.owners || counts.responses) return 'kept';
  return counts.charged ? 'known' : 'exhausted';
};
