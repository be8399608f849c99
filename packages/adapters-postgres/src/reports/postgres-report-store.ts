import {
  offsetOf,
  type ReportClosing,
  type ReportedTarget,
  type ReportId,
  type ReportStore,
  type ReportTarget,
  shownTexts,
} from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

interface Row extends Omit<ReportedTarget, 'target' | 'closing'> {
  readonly kind: ReportTarget['kind'] | null;
  readonly id: string;
  readonly closing: (Omit<ReportClosing, 'at'> & { readonly at: string }) | null;
  readonly total: number;
}

export const postgresReportStore = (db: Database): ReportStore => ({
  file: async ({ id, reporterId, target, reason, text, at }) => {
    const { rows } = await sql<{ id: ReportId }>`/* report-file */
      with people as materialized (
        select id from app_user where id in (${reporterId}, ${target.id}) and erased_at is null order by id for key share
      )
      insert into report (id, reporter_id, target_kind, target_id, reason, text, reported_at)
      select ${id}, u.id, ${target.kind}, ${target.id}, ${reason}, ${text}, ${at}
      from people u
      where u.id = ${reporterId} and (${target.kind} = 'event' or exists (select from people where id = ${target.id}))
      on conflict (reporter_id, target_id) where closed_at is null
      do update set reason = excluded.reason, text = excluded.text, reported_at = excluded.reported_at
      returning id`.execute(db);
    // The reports by and about an erased account are gone.
    return rows[0]?.id ?? id;
  },
  list: async (status, page) => {
    const state = status === 'open' ? sql`r.closed_at is null` : sql`r.closed_at is not null`;
    const { rows } = await sql<Row>`/* reports-list-${sql.raw(status)} */
      with targets as materialized (
        select r.target_id, max(r.reported_at) as last_at, count(*)::int as count
        from report r where ${state} group by r.target_id
      ),
      page as (
        select * from targets order by last_at desc, target_id desc offset ${offsetOf(page)} limit ${page.limit}
      ),
      total as (select count(*)::int as total from targets)
      select total.total, item.*
      from total left join (
        select p.target_id as id, newest.target_kind as kind, p.last_at as "lastAt", p.count,
          case newest.target_kind
            when 'event' then (select e.title from event e where e.id = p.target_id)
            else (select u.name from app_user u where u.id = p.target_id and u.erased_at is null)
          end as label,
          (
            select json_object_agg(reason, times) from (
              select r.reason, count(*)::int as times from report r
              where r.target_id = p.target_id and ${state} group by r.reason
            ) given
          ) as reasons,
          array(
            select r.text from report r where r.target_id = p.target_id and ${state} and r.text <> ''
            order by r.reported_at desc, r.id desc limit ${sql.lit(shownTexts)}
          ) as texts,
          (
            select json_build_object('action', r.action, 'note', r.note, 'at', r.closed_at)
            from report r where r.target_id = p.target_id and ${state} and r.closed_at is not null
            order by r.closed_at desc limit 1
          ) as closing
        from page p, lateral (
          select r.target_kind from report r where r.target_id = p.target_id limit 1
        ) newest
      ) item on true
      order by item."lastAt" desc, item.id desc`.execute(db);
    return {
      ...page,
      total: rows[0]?.total ?? 0,
      items: rows
        .filter(({ kind }) => kind !== null)
        .map(({ kind, id, label, count, reasons, texts, lastAt, closing }) => ({
          target: { kind, id } as ReportTarget,
          label,
          count,
          reasons,
          texts,
          lastAt,
          closing: closing && { ...closing, at: new Date(closing.at) },
        })),
    };
  },
  openTarget: async (id) => {
    const { rows } = await sql<{ kind: ReportTarget['kind'] }>`/* report-open-target */
      select target_kind as kind from report where target_id = ${id} and closed_at is null limit 1`.execute(
      db,
    );
    return rows[0] ? ({ kind: rows[0].kind, id } as ReportTarget) : null;
  },
  close: async ({ id }, { action, note, at }) => {
    const { rows } = await sql`/* reports-close */
      with open_reports as materialized (
        select id from report where target_id = ${id} and closed_at is null order by id for update
      )
      update report r set action = ${action}, note = ${note}, closed_at = ${at}
      from open_reports where r.id = open_reports.id returning r.id`.execute(db);
    return rows.length;
  },
});
