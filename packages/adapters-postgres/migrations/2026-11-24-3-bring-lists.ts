import { Migration } from '@mikro-orm/migrations';

/** What guests bring. */
export class BringLists extends Migration {
  override up(): void {
    this.addSql(`
      create table bring_item (
        id uuid primary key,
        event_id uuid not null
          constraint bring_item_event_id_foreign references event on delete cascade,
        title text not null,
        quantity int not null constraint bring_item_quantity_check check (quantity > 0),
        nr bigserial
      );
      create index bring_item_event_id_index on bring_item (event_id, nr);

      create table bring_claim (
        item_id uuid not null
          constraint bring_claim_item_id_foreign references bring_item on update cascade on delete cascade,
        user_id uuid not null
          constraint bring_claim_user_id_foreign references app_user on update cascade on delete cascade,
        event_id uuid not null
          constraint bring_claim_event_id_foreign references event on delete cascade,
        quantity int not null constraint bring_claim_quantity_check check (quantity > 0),
        primary key (item_id, user_id)
      );
      create index bring_claim_user_id_index on bring_claim (user_id, event_id);
      create index bring_claim_event_id_index on bring_claim (event_id);

      -- Sets a claim: null when the event has no such item, -1 for a user who may not bring anything, what is left when it is
      -- less, and otherwise 0. The locks on what lets the user claim make its end wait, which then ends the claim.
      create function claim_item(of_event uuid, of_item uuid, of_user uuid, wanted int) returns int
      language plpgsql as $$
      declare
        free int;
      begin
        perform from rsvp where event_id = of_event and user_id = of_user and state = 'going' for share;
        if not found then
          perform from booking where event_id = of_event and user_id = of_user for share;
        end if;
        if not found then
          perform from event_admin where event_id = of_event and user_id = of_user for share;
        end if;
        if not found then
          perform from event where id = of_event and organizer_id = of_user;
        end if;
        if not found then return -1; end if;
        select i.quantity into free from bring_item i where i.id = of_item and i.event_id = of_event for no key update;
        if not found then return null; end if;
        free := free - (
          select coalesce(sum(c.quantity), 0) from bring_claim c where c.item_id = of_item and c.user_id <> of_user
        );
        if wanted > free then return greatest(free, 0) + 1; end if;
        insert into bring_claim (item_id, user_id, event_id, quantity) values (of_item, of_user, of_event, wanted)
        on conflict (item_id, user_id) do update set quantity = excluded.quantity;
        return 0;
      end $$;

      -- Ends the claims of a user who is neither going nor booked any more, nor manages the event. Each of its triggers fires
      -- while the event's counts are locked, so that two ends at once see one another.
      create function release_claims() returns trigger language plpgsql as $$
      begin
        if exists (select from bring_claim c where c.event_id = old.event_id and c.user_id = old.user_id)
          and not exists (
            select from rsvp r where r.event_id = old.event_id and r.user_id = old.user_id and r.state = 'going'
          )
          and not exists (select from booking b where b.event_id = old.event_id and b.user_id = old.user_id)
          and not exists (select from event_admin a where a.event_id = old.event_id and a.user_id = old.user_id)
          and not exists (select from event e where e.id = old.event_id and e.organizer_id = old.user_id)
        then
          delete from bring_claim c where c.event_id = old.event_id and c.user_id = old.user_id;
        end if;
        return null;
      end $$;
      create trigger rsvp_change_claims after update of state on rsvp
        for each row when (old.state = 'going' and new.state <> 'going') execute function release_claims();
      create trigger rsvp_end_claims after delete on rsvp
        for each row when (old.state = 'going') execute function release_claims();
      create trigger booking_end_claims after delete on booking for each row execute function release_claims();
      create trigger event_admin_end_claims after delete on event_admin
        for each row execute function release_claims();
    `);
  }
}
