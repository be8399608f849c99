/** The list item, in plain SQL. $1 is the caller or null. */
const itemColumns = `
  e.id, e.title, e.description, e.cover_url as "coverUrl", e.start_at as "startAt", e.end_at as "endAt",
  e.address, e.lat, e.lng, c.slug, c.name, c.emoji, e.price_minor as "priceMinor", e.capacity, e.visibility,
  s.going + s.interested as "rsvpCount", r.state as "myRsvp", v.saved is not null as "isSaved"`;

const itemJoins = `
  join category c on c.slug = e.category
  join event_stats s on s.event_id = e.id
  left join lateral (select state from rsvp where event_id = e.id and user_id = $1 limit 1) r on true
  left join lateral (select 1 as saved from saved where event_id = e.id and user_id = $1 limit 1) v on true`;

export const statements = {
  session: `select user_id from session
    where id = $1 and ended_at is null and refreshed_at > now() - interval '30 days'`,
  /** With everything that the service's response has. */
  detail: `select ${itemColumns}, e.attendance, e.time_zone as "timeZone", e.status, e.take_down as "takeDown",
      e.series_id as "seriesId", e.is_detached as "isDetached", s.going as "goingCount",
      s.interested as "interestedCount", s.booked as "bookedCount", e.template,
      e.enabled_modules as "enabledModules", e.max_per_booking as "maxPerBooking", e.has_waitlist as waitlist,
      e.rsvp_until as "rsvpUntil", o.id as "organizerId", o.name as "organizerName", o.avatar as "organizerAvatar",
      case when e.online_url is not null and (e.organizer_id = $1 or r.state = 'going'
        or exists (select from event_admin where event_id = e.id and user_id = $1)
      ) then e.online_url end as "onlineUrl",
      (select coalesce(json_agg(json_build_object('id', id, 'label', label, 'kind', kind, 'options', options,
        'isRequired', is_required) order by place), '[]')
        from question where event_id = e.id and not is_removed) as questions,
      (select count(*)::int from question q where q.event_id = e.id and not q.is_removed and q.is_required
        and not exists (select from answer a where a.event_id = e.id and a.user_id = $1 and a.question_id = q.id
          and a.value <> '[]' and btrim(a.value #>> '{}', E' \\n\\t') <> '')) as "missingAnswers",
      b.id as "bookingId", b.quantity, b.created_at as "bookedAt", b.status as "bookingStatus", b.code,
      case when b.place is not null then (select count(*)::int from booking q
        where q.event_id = e.id and q.status = 'waitlisted' and q.place <= b.place) end as position
    from event e ${itemJoins}
    join app_user o on o.id = e.organizer_id
    left join booking b on b.event_id = e.id and b.user_id = $1
    where e.id = $2 and (
      e.visibility = 'public' or e.organizer_id = $1
      or exists (select from event_admin where event_id = e.id and user_id = $1)
      or exists (select from rsvp where event_id = e.id and user_id = $1)
      or exists (select from link_join where event_id = e.id and user_id = $1)
      or exists (select from invitation where event_id = e.id
        and (user_id = $1 and (state = 'accepted' or state = 'pending' and expires_at > now())
          or accepted_by = $1 and state = 'accepted'))
    )`,
};
