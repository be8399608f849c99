import { offsetOf, type Page, type PublicUser, type UserId } from '@event-platform/domain';
import { type Expression, sql } from 'kysely';
import type { Database } from './database.ts';

/** A page of those users as everyone sees them, by name in the order of code points. */
export const listPeople = (
  db: Database,
  ids: Expression<UserId>,
  page: Page,
): Promise<readonly PublicUser[]> =>
  db
    .selectFrom('app_user as u')
    .select(['u.id', 'u.name', 'u.username', 'u.avatar'])
    .where('u.id', 'in', ids)
    .orderBy(sql`u.name collate "C"`)
    .orderBy('u.id')
    .offset(offsetOf(page))
    .limit(page.limit)
    .$castTo<PublicUser>()
    .execute();
