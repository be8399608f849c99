import type {
  BringClaim,
  BringItem,
  BringItemId,
  BringListStore,
  EventId,
  ListedBringItem,
  UserId,
} from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import { inTransaction } from '../connection/in-transaction.ts';
import type { Database } from '../database.ts';
import { tiedTo } from '../events/visible-to.ts';

interface ItemRow {
  readonly id: BringItemId;
  readonly title: string;
  readonly quantity: number;
  readonly claimed: number;
  readonly my_claim: number | null;
  readonly claims: readonly BringClaim[] | null;
}

const toItem = ({ my_claim: myClaim, claims, ...item }: ItemRow): ListedBringItem => ({
  ...item,
  myClaim,
  claims: claims ?? [],
});

/** Locks an item; the next statement sees its claims as they are. */
const lockItem = async (db: Database, event: EventId, item: BringItemId): Promise<boolean> => {
  const { rows } = await sql`
    select from bring_item where id = ${item} and event_id = ${event} for no key update`.execute(db);
  return rows.length > 0;
};

export const postgresBringListStore = (db: Database): BringListStore => {
  const list = async (
    event: EventId,
    caller: UserId | null,
    at: Date,
    maxClaims: number,
    only: RawBuilder<unknown>,
  ): Promise<readonly ListedBringItem[]> => {
    const isTied = caller === null ? sql`false` : tiedTo(caller, at);
    const { rows } = await sql<ItemRow>`
      with item as (select i.* from bring_item i where i.event_id = ${event} ${only}),
      claim as (
        select c.*, row_number() over (partition by c.item_id order by c.user_id) as rank
        from bring_claim c join item i on i.id = c.item_id
      ),
      top_claims as (
        select c.* from claim c join item i on i.id = c.item_id, event e
        where e.id = ${event} and ${isTied} order by c.rank, i.nr limit ${maxClaims}
      )
      select i.id, i.title, i.quantity, coalesce(c.claimed, 0)::int as claimed, c.my_claim, l.claims
      from item i, lateral (
        select sum(c.quantity) as claimed, max(c.quantity) filter (where c.user_id = ${caller}) as my_claim
        from claim c where c.item_id = i.id
      ) c, lateral (
        select json_agg(
          json_build_object(
            'user', json_build_object('id', u.id, 'name', u.name, 'avatar', u.avatar), 'quantity', l.quantity
          ) order by l.rank
        ) as claims
        from top_claims l join app_user u on u.id = l.user_id where l.item_id = i.id
      ) l
      order by i.nr`.execute(db);
    return rows.map(toItem);
  };
  return {
    list: (event, caller, at, maxClaims) => list(event, caller, at, maxClaims, sql``),
    find: async (event, item, caller, at, maxClaims) =>
      (await list(event, caller, at, maxClaims, sql`and i.id = ${item}`))[0] ?? null,
    add: (event, { id, title, quantity }, most) =>
      inTransaction(db, async (inside) => {
        await sql`select from event_stats where event_id = ${event} for no key update`.execute(inside);
        const { numAffectedRows } = await sql`
          insert into bring_item (id, event_id, title, quantity)
          select ${id}, e.id, ${title}, ${quantity} from event e
          where e.id = ${event} and (select count(*) from bring_item i where i.event_id = e.id) < ${most}`.execute(
          inside,
        );
        return numAffectedRows === 1n;
      }),
    change: (event, item, { title, quantity }) =>
      inTransaction(db, async (inside) => {
        if (!(await lockItem(inside, event, item))) return null;
        const { rows } = await sql<{ claimed: number }>`
          select coalesce(sum(quantity), 0)::int as claimed from bring_claim where item_id = ${item}`.execute(
          inside,
        );
        const claimCount = rows[0]?.claimed ?? 0;
        if (quantity !== undefined && quantity < claimCount) return { claimed: claimCount };
        await sql`
          update bring_item set title = coalesce(${title ?? null}, title), quantity = coalesce(${quantity ?? null}, quantity)
          where id = ${item}`.execute(inside);
        return 'changed';
      }),
    remove: async (event, item) => {
      const { numAffectedRows } = await sql`
        delete from bring_item where id = ${item} and event_id = ${event}`.execute(db);
      return numAffectedRows === 1n;
    },
    claim: async ({ event, item, user, quantity }) => {
      const { rows } = await sql<{ outcome: number | null }>`/* bring-claim */
        select claim_item(${event}, ${item}, ${user}, ${quantity}) as outcome`.execute(db);
      const outcome = rows[0]?.outcome ?? null;
      if (outcome === null) return null;
      if (outcome === 0) return 'claimed';
      return outcome < 0 ? 'not_going' : { left: outcome - 1 };
    },
    broughtBy: async (event, users) => {
      const { rows } = await sql<{
        user_id: UserId;
        brings: readonly Pick<BringItem, 'title' | 'quantity'>[];
      }>`
        select c.user_id, json_agg(json_build_object('title', i.title, 'quantity', c.quantity) order by i.nr) as brings
        from bring_claim c join bring_item i on i.id = c.item_id
        where c.event_id = ${event} and c.user_id = any(${users}::uuid[]) group by c.user_id`.execute(db);
      return new Map(rows.map(({ user_id: user, brings }) => [user, brings]));
    },
    release: async (event, item, user) => {
      await sql`delete from bring_claim
        where item_id = ${item} and user_id = ${user} and event_id = ${event}`.execute(db);
    },
  };
};
