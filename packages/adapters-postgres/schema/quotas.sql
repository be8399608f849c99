-- How much is taken of a budget until `until`; `uses` has the single uses of a sliding window. Counts change in place, in pages
-- with room for it.
create table quota_use (
  key text primary key,
  taken int not null constraint quota_use_taken_check check (taken >= 0),
  until timestamptz(3) not null,
  uses timestamptz[] not null default '{}'
) with (fillfactor = 50);
create index quota_use_until_index on quota_use (until);

-- The domain's `limitFor`: the limit for an account; null for none, as for an account that does not exist.
create function account_limit(role text, created_at timestamptz, usual int, young int, young_since timestamptz)
returns int language sql immutable parallel safe as $$
  select case when role <> 'admin' then case when created_at > young_since then young else usual end end
$$;

-- The domain's `Quotas.takeEach`: what has the same number in `parties` is taken together or not at all. The insertion adds
-- missing budgets and locks all others, in the order of their keys, so that no two callers block each other; its condition keeps
-- it from writing what it locks. The statements after it see what it waited for.
create function take_quotas(
  keys text[], parties int[], amounts int[], limits int[], untils timestamptz[], at timestamptz,
  windows int[] default '{}',
  accounts uuid[] default '{}', young int[] default '{}', young_since timestamptz[] default '{}'
) returns table (nr bigint, quota int, taken int, until timestamptz, is_spent boolean)
language plpgsql volatile as $$
#variable_conflict use_column
declare
  quotas int[] := array(
    select case when c.account is null then c.usual
      else account_limit(u.role, u.created_at, c.usual, c.young, c.young_since) end
    from unnest(limits, accounts, young, young_since)
        with ordinality c (usual, account, young, young_since, nr)
      left join app_user u on u.id = c.account and u.erased_at is null
    order by c.nr
  );
begin
  insert into quota_use (key, taken, until)
  select c.key, 0, c.until from unnest(keys, untils, quotas) c (key, until, quota)
  where c.quota is not null order by c.key
  on conflict (key) do update set taken = quota_use.taken where false;
  return query
  with budgets as materialized (
    select c.nr, c.key, c.party, c.amount, c.quota, c.span, s.uses,
      case when c.span is not null then cardinality(s.uses)
        when q.until > at then q.taken else 0 end as taken,
      case when c.span is null and q.until > at then q.until else c.until end as until
    from (
      select nr, key, party, amount, quota, until, ms * interval '1 millisecond' as span
      from unnest(keys, parties, amounts, quotas, untils, windows)
        with ordinality u (key, party, amount, quota, until, ms, nr)
    ) c
      left join quota_use q on q.key = c.key and c.quota is not null,
      lateral (select array(
        select use from unnest(q.uses) use where use > at - c.span order by use
      ) as uses) s
  ),
  verdicts as materialized (
    select b.*, coalesce(b.taken + b.amount > b.quota, false) as is_spent,
      b.quota is not null
        and not bool_or(coalesce(b.taken + b.amount > b.quota, false)) over together as is_taken
    from budgets b
    window together as (partition by b.party)
  ),
  updates as (
    update quota_use q set
      taken = v.taken + v.amount,
      until = case when v.span is null then v.until else greatest(q.until, at + v.span) end,
      uses = case when v.span is null then q.uses else v.uses || array_fill(at, array[v.amount]) end
    from verdicts v where q.key = v.key and v.is_taken
  )
  select v.nr, v.quota, v.taken + case when v.is_taken then v.amount else 0 end,
    case when v.span is null then v.until
      else coalesce(least(v.uses[1], case when v.is_taken then at end), at) + v.span end,
    v.is_spent
  from verdicts v order by v.nr;
end $$;
