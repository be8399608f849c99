import type { EventRecord } from '../../src/events/event.ts';
import { noticeEvent } from '../../src/events/notice-event.ts';
import type { Question, QuestionId } from '../../src/events/question.ts';
import type { EventId, SeriesId, UserId } from '../../src/ids.ts';
import type { NoticeKind } from '../../src/outbox/change.ts';
import { after, day, hour } from '../../src/time.ts';
import { addUser, documentOf, newId, now, sendInvitation } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';
import { dateIn, entriesOf, someSeries } from './series-fixtures.ts';

type Ports = Needs<
  | 'series'
  | 'occurrences'
  | 'events'
  | 'eventAdmins'
  | 'eventCatalog'
  | 'users'
  | 'rsvps'
  | 'bookings'
  | 'moderation'
  | 'questions'
  | 'attendees'
  | 'invitations'
  | 'notices',
  'unitOfWork' | 'takeChanges'
>;

const addSeries = async (
  { stores, unitOfWork }: Ports,
  days: readonly number[],
  changes: Partial<EventRecord> = {},
) => {
  const organizer = await addUser(stores);
  const series = someSeries(organizer.id);
  const entries = entriesOf(series, days, changes);
  await unitOfWork.run(async (inside) => {
    await inside.series.add(series);
    await inside.occurrences.add(entries, now);
  });
  return { series, organizer, events: entries.map(({ event }) => event) };
};

export const seriesStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'keeps a series as it is saved, a source key once', async (t, { stores, unitOfWork }) => {
    const { id } = await addUser(stores);
    const series = someSeries(id, { sourceKey: 'feed 1', extendAt: after(now, day) });
    t.equal(await stores.series.add(series), true);
    t.equal(await stores.series.add({ ...series, id: newId<'series'>() as SeriesId }), false);
    t.strictSame(await stores.series.find(series.id), series);
    t.strictSame(await stores.series.ofSources(['feed 1', 'feed 2']), [series]);
    t.strictSame(await stores.series.ofSources(['feed 2']), []);
    const changed = { ...series, rule: 'FREQ=WEEKLY', madeThrough: '2026-07-01', isCancelled: true };
    await unitOfWork.run(async (inside) => {
      t.strictSame(await inside.series.lock(series.id), series);
      await inside.series.save(changed);
    });
    t.strictSame(await stores.series.find(series.id), changed);
    t.equal(await stores.series.find(newId<'series'>() as SeriesId), null);
    t.equal(await stores.series.lock(newId<'series'>() as SeriesId), null);
  });

  await example(t, 'names the dates that a notice about it concerns', async (t, adapters) => {
    const { stores } = adapters;
    const { notices, rsvps, invitations, moderation } = stores;
    const days = Array.from({ length: 14 }, (_, index) => index + 1);
    const onlineUrl = 'https://meet.example.com/one';
    const { series, events } = await addSeries(adapters, days, {
      ...{ attendance: 'mixed', onlineUrl, isAllDay: true },
    });
    const [, first, ...others] = events as [EventRecord, EventRecord, ...EventRecord[]];
    const guest = (await addUser(stores)).id;
    const { id: invitationId } = await sendInvitation(stores, first, {
      kind: 'email',
      email: 'one@example.com',
    });
    await invitations.accept(invitationId, guest, now);
    for (const { id } of events.slice(0, -1)) await rsvps.set(id, guest, 'going', now);
    await moderation.takeDown(others[3]?.id as EventId, { reason: 'Spam.', at: now });
    const mailOf = async (kind: NoticeKind, event: EventRecord) => {
      const content = { id: newId<'content'>(), key: newId<'content'>(), kind, event: noticeEvent(event) };
      const { id } = await notices.open({ ...content, changes: null, text: null, createdAt: now });
      const notice = { id: newId<'notice'>(), userId: guest };
      await notices.add(id, [notice], now);
      return (await notices.mailOf(notice.id, invitationId))?.seriesDates;
    };
    const dates = [first, ...others.slice(0, 3), ...others.slice(4, -1)].map(
      ({ id, sequence, title, location, startAt, endAt, isAllDay, timeZone }) => ({
        ...{ id, sequence, title, address: location.address, startAt, endAt, isAllDay, timeZone, onlineUrl },
      }),
    );
    const { rule } = series;
    t.strictSame(await mailOf('event_changed', first), { rule, events: dates, total: 11 });
    await rsvps.set(others[0]?.id as EventId, guest, 'interested', now);
    const urls = (await mailOf('event_changed', first))?.events.map((date) => date.onlineUrl);
    t.strictSame(urls?.slice(0, 3), [onlineUrl, null, onlineUrl], 'for those who are going');
    t.equal(await mailOf('event_cancelled', first), null, 'none of them is');
    t.equal(await mailOf('event_reminder', first), null);
    t.equal(await mailOf('event_changed', others.at(-2) as EventRecord), null, 'the last one of theirs');
    const { events: alone } = await addSeries(adapters, [1, 2]);
    t.equal(await mailOf('event_changed', alone[0] as EventRecord), null, 'no guest of that series');
    const { events: many } = await addSeries(
      adapters,
      Array.from({ length: 52 }, (_, index) => index + 1),
    );
    for (const { id } of many) await rsvps.set(id, guest, 'going', now);
    const mail = await mailOf('event_changed', many[0] as EventRecord);
    t.strictSame([mail?.events.length, mail?.total], [50, 52]);
  });

  await example(t, 'makes no event on days without one', async (t, adapters) => {
    const { stores, unitOfWork } = adapters;
    const { series } = await addSeries(adapters, [1]);
    const addedCount = await unitOfWork.run(async (inside) => {
      await inside.series.lock(series.id);
      for (const days of [[2, 3], [3]]) await inside.series.save(series, days.map(dateIn));
      return inside.occurrences.add(entriesOf(series, [2, 3, 4]), now);
    });
    t.equal(addedCount, 2);
    const view = () => stores.series.view(series.id, null, now, now, 50);
    const deletedEventId = (await view())?.events[0]?.id as EventId;
    await stores.events.remove(deletedEventId);
    const again = (days: readonly number[], except?: readonly number[]) =>
      unitOfWork.run(async (inside) => {
        await inside.series.lock(series.id);
        await inside.series.save(series, except?.map(dateIn));
        return inside.occurrences.add(entriesOf(series, days), now);
      });
    t.equal(await again([3]), 0, 'it is excepted until a source says otherwise');
    t.equal(await again([1, 3], [1]), 1, 'once it is excepted no more');
    t.equal(await again([1], []), 0, 'deleted by hand, whatever was excepted later');
    t.equal((await view())?.events.length, 3);
    await again([], [5]);
    const [, , last] = (await view())?.events ?? [];
    await unitOfWork.run((inside) => inside.series.save(series, [dateIn(4)]));
    await stores.events.remove(last?.id as EventId);
    t.equal(await again([4, 5], []), 1, 'deleted by hand while it was excepted');
  });

  await example(t, 'gives a due series to one of parallel callers', async (t, { stores, unitOfWork }) => {
    const organizer = await addUser(stores);
    const dueSeries = someSeries(organizer.id, { extendAt: now });
    await stores.series.add(dueSeries);
    await stores.series.add(someSeries(organizer.id, { extendAt: after(now, 1) }));
    const seriesIds = await concurrently(6, () =>
      unitOfWork.run(async (inside) => {
        const series = await inside.series.lockDue(now);
        if (series) await inside.series.save({ ...series, extendAt: null });
        return series?.id ?? null;
      }),
    );
    t.strictSame(
      seriesIds.filter((id) => id !== null),
      [dueSeries.id],
    );
  });

  await example(t, 'leaves the series of the suspended alone', async (t, { stores, unitOfWork }) => {
    const organizer = await addUser(stores);
    const series = someSeries(organizer.id, { extendAt: now });
    await stores.series.add(series);
    await stores.moderation.suspend(organizer.id, { reason: 'Spam.', at: now });
    t.equal(await unitOfWork.run((inside) => inside.series.lockDue(now)), null);
    t.equal(await stores.series.add(someSeries(organizer.id)), false);
    t.equal(await unitOfWork.run((inside) => inside.occurrences.add(entriesOf(series, [1]), now)), 0);
    await stores.moderation.lift(organizer.id);
    t.equal((await unitOfWork.run((inside) => inside.series.lockDue(now)))?.id, series.id);
  });

  await example(t, 'makes no event twice for a day, and none that was deleted', async (t, adapters) => {
    const { stores, unitOfWork } = adapters;
    const { series, events } = await addSeries(adapters, [1, 2]);
    await stores.events.remove(events[0]?.id as EventId);
    const again = () => unitOfWork.run((inside) => inside.occurrences.add(entriesOf(series, [1, 2, 3]), now));
    t.strictSame([await again(), await again()], [1, 0]);
    const view = await stores.series.view(series.id, null, now, now, 50);
    t.strictSame(
      view?.events.map(({ startAt }) => startAt),
      [after(now, 2 * day), after(now, 3 * day)],
    );
  });

  await example(t, 'shows of a private series what the caller sees', async (t, adapters) => {
    const { stores } = adapters;
    const { series, organizer, events } = await addSeries(adapters, [1, 2, 3], { visibility: 'private' });
    const guest = await addUser(stores);
    const view = (caller: UserId | null) => stores.series.view(series.id, caller, now, now, 50);
    t.strictSame([await view(null), await view(guest.id)], [null, null]);
    await stores.rsvps.set(events[1]?.id as EventId, guest.id, 'going', now);
    t.strictSame(
      (await view(guest.id))?.events.map(({ id }) => id),
      [events[1]?.id],
    );
    t.equal((await view(organizer.id))?.events.length, 3);
    t.equal(await stores.occurrences.answer(series.id, guest.id, 'interested', now), 1);
    t.equal(await stores.eventCatalog.detail(events[0]?.id as EventId, guest.id, now), null);
    const first = await stores.series.view(series.id, organizer.id, now, after(now, 2 * day), 1);
    t.strictSame(
      first?.events.map(({ id }) => id),
      [events[1]?.id],
    );
  });

  await example(t, 'answers what is to come and what is made later', async (t, adapters) => {
    const { stores, unitOfWork } = adapters;
    const { series, events } = await addSeries(adapters, [-2, 1, 2]);
    const guest = await addUser(stores);
    const states = async () => {
      const details = await Promise.all(
        events.map(({ id }) => stores.eventCatalog.detail(id, guest.id, now)),
      );
      return details.map((detail) => [detail?.myRsvp, detail?.rsvpCount]);
    };
    t.equal(await stores.occurrences.answer(series.id, guest.id, 'going', now), 2);
    t.strictSame(await states(), [
      [null, 0],
      ['going', 1],
      ['going', 1],
    ]);
    await stores.rsvps.set(events[1]?.id as EventId, guest.id, null, now);
    const [later] = entriesOf(series, [4]);
    await unitOfWork.run((inside) => inside.occurrences.add(later ? [later] : [], now));
    t.equal((await stores.eventCatalog.detail(later?.event.id as EventId, guest.id, now))?.goingCount, 1);
    t.strictSame((await states())[1], [null, 0]);
    t.equal(await stores.occurrences.answer(series.id, guest.id, 'interested', now), 3);
    t.equal((await stores.series.view(series.id, guest.id, now, now, 1))?.myRsvp, 'interested');
    t.equal(await stores.occurrences.answer(series.id, guest.id, null, now), 3);
    t.strictSame(await states(), [
      [null, 0],
      [null, 0],
      [null, 0],
    ]);
    await unitOfWork.run((inside) => inside.occurrences.add(entriesOf(series, [5]), now));
    t.equal((await stores.series.view(series.id, guest.id, now, now, 1))?.myRsvp, null);
    const unknown = newId<'series'>() as SeriesId;
    t.equal(await stores.occurrences.answer(unknown, guest.id, 'going', now), null);
    t.equal(await stores.occurrences.answer(series.id, newId<'user'>() as UserId, 'going', now), null);
  });

  await example(t, 'leaves out what a guest was removed from or what is taken down', async (t, adapters) => {
    const { stores } = adapters;
    const { series, events } = await addSeries(adapters, [1, 2, 3]);
    const guest = await addUser(stores);
    await stores.occurrences.answer(series.id, guest.id, 'going', now);
    await stores.attendees.remove(events[0]?.id as EventId, guest.id, now);
    await stores.moderation.takeDown(events[1]?.id as EventId, { reason: 'Spam.', at: now });
    t.equal(await stores.occurrences.answer(series.id, guest.id, 'interested', now), 1);
    t.equal((await stores.eventCatalog.detail(events[0]?.id as EventId, null, now))?.rsvpCount, 0);
  });

  await example(t, 'leaves what is taken down as it is when all is cancelled', async (t, adapters) => {
    const { stores } = adapters;
    const { series, organizer, events } = await addSeries(adapters, [1, 2]);
    await stores.moderation.takeDown(events[1]?.id as EventId, { reason: 'Spam.', at: now });
    await stores.occurrences.cancelToCome(series.id, now, organizer.id, 'It rains.');
    const records = await Promise.all(events.map(({ id }) => stores.events.find(id)));
    t.strictSame(
      records.map((record) => [record?.status, record?.cancelReason]),
      [
        ['cancelled', 'It rains.'],
        ['scheduled', null],
      ],
    );
  });

  await example(t, 'counts 60 people at once exactly, also beside new events', async (t, adapters) => {
    const { stores, unitOfWork } = adapters;
    const { series, events } = await addSeries(adapters, [1, 2, 3, 4]);
    const guests = await concurrently(60, () => addUser(stores));
    const [later] = entriesOf(series, [9]);
    const [counts] = await Promise.all([
      Promise.all(guests.map(({ id }) => stores.occurrences.answer(series.id, id, 'going', now))),
      unitOfWork.run(async (inside) => {
        await inside.series.lock(series.id);
        await inside.occurrences.add(later ? [later] : [], now);
      }),
    ]);
    t.equal(
      counts.every((count) => count === 4 || count === 5),
      true,
    );
    for (const { id } of [...events, ...(later ? [later.event] : [])])
      t.equal((await stores.eventCatalog.detail(id, null, now))?.goingCount, 60);
  });

  await example(t, 'detaches an event that is changed or cancelled on its own', async (t, adapters) => {
    const { stores, unitOfWork } = adapters;
    const { series, organizer, events } = await addSeries(adapters, [1, 2, 3, 4]);
    const [first, second, third, fourth] = events as [EventRecord, EventRecord, EventRecord, EventRecord];
    await stores.events.change(first.id, 0, { title: 'Other' }, documentOf(first), now, organizer.id);
    await stores.events.cancel(second.id, now, organizer.id);
    const guest = await addUser(stores);
    await stores.rsvps.set(third.id, guest.id, 'going', now);
    const attached = await unitOfWork.run((inside) => inside.occurrences.lockAttached(series.id, now, now));
    t.strictSame(
      attached.map(({ event, hasGuests }) => [event.id, hasGuests]),
      [
        [third.id, true],
        [fourth.id, false],
      ],
    );
    t.equal((await stores.events.find(first.id))?.series?.isDetached, true);
    t.strictSame((await stores.eventCatalog.detail(second.id, organizer.id, now))?.series, {
      id: series.id,
      isDetached: true,
    });
    const later = await unitOfWork.run((inside) =>
      inside.occurrences.lockAttached(series.id, after(now, 3 * day + 1), now),
    );
    t.equal(later.length, 1);
  });

  await example(t, 'counts invitations as guests while they are live', async (t, adapters) => {
    const { stores, unitOfWork } = adapters;
    const { series, events } = await addSeries(adapters, [40, 41]);
    const [event] = events as [EventRecord];
    const guest = await addUser(stores);
    const expiresAt = after(now, 30 * day);
    await sendInvitation(stores, event, { kind: 'user', userId: guest.id }, { expiresAt });
    const guestsAt = async (at: Date) =>
      (await unitOfWork.run((inside) => inside.occurrences.lockAttached(series.id, event.startAt, at))).map(
        ({ hasGuests }) => hasGuests,
      );
    t.equal(expiresAt < event.startAt, true);
    t.strictSame(await guestsAt(now), [true, false]);
    t.strictSame(await guestsAt(expiresAt), [false, false]);
  });

  await example(t, 'changes, cancels and deletes events of a step', async (t, adapters) => {
    const { stores, unitOfWork, takeChanges } = adapters;
    const { series, organizer, events } = await addSeries(adapters, [1, 2, 3]);
    const guest = await addUser(stores);
    await stores.occurrences.answer(series.id, guest.id, 'going', now);
    const [first, second, third] = events as [EventRecord, EventRecord, EventRecord];
    await unitOfWork.run(async (inside) => {
      await inside.series.lock(series.id);
      const moved = [first, second].map((event) => ({
        event: { ...event, title: 'Other', startAt: after(event.startAt, hour), sequence: 1, updatedAt: now },
        document: documentOf(event),
      }));
      t.equal(await inside.occurrences.change(moved, now, organizer.id), null);
      t.equal(await inside.occurrences.change([], now, organizer.id), null);
      await inside.occurrences.cancel([second.id], now, organizer.id);
      await inside.occurrences.remove([third.id], now, organizer.id);
    });
    t.strictSame(
      [(await stores.events.find(first.id))?.title, (await stores.events.find(first.id))?.startAt],
      ['Other', after(first.startAt, hour)],
    );
    const cancelledEvent = await stores.events.find(second.id);
    t.strictSame(
      [cancelledEvent?.status, cancelledEvent?.series],
      ['cancelled', { id: series.id, date: null, isDetached: false }],
    );
    t.equal(await stores.events.find(third.id), null);
    const changes = await takeChanges(after(now, hour));
    t.strictSame(changes.map(({ kind, data }) => [kind, data.eventIds]).sort(), [
      ['series.cancelled', [second.id]],
      ['series.edited', [first.id, second.id]],
    ]);
    // Their days are free again.
    const again = entriesOf(series, [2, 3]);
    t.equal(await unitOfWork.run((inside) => inside.occurrences.add(again, now)), 2);
  });

  await example(t, 'cancels all to come, detached ones too', async (t, adapters) => {
    const { stores, unitOfWork } = adapters;
    const { series, organizer, events } = await addSeries(adapters, [-1, 1, 2]);
    const detachedEvent = events[2] as EventRecord;
    await stores.events.change(
      detachedEvent.id,
      0,
      { title: 'Other' },
      documentOf(detachedEvent),
      now,
      organizer.id,
    );
    await unitOfWork.run((inside) => inside.occurrences.cancelToCome(series.id, now, organizer.id));
    const records = await Promise.all(events.map(({ id }) => stores.events.find(id)));
    t.strictSame(
      records.map((event) => event?.status),
      ['scheduled', 'cancelled', 'cancelled'],
    );
    t.equal((await stores.series.view(series.id, null, now, now, 50))?.events.length, 0);
  });

  await example(t, 'refuses a capacity below what is booked, and fills seats', async (t, adapters) => {
    const { stores, unitOfWork } = adapters;
    const { series, organizer, events } = await addSeries(adapters, [1, 2], { capacity: 2 });
    const [first] = events as [EventRecord];
    const book = async (quantity: number) => {
      const user = await addUser(stores);
      const request = { event: first.id, user: user.id, id: newId<'booking'>(), code: newId<'booking'>() };
      await stores.bookings.book({ ...request, quantity, at: now, charge: null });
    };
    await book(2);
    await book(1);
    const change = (capacity: number) =>
      unitOfWork.run(async (inside) => {
        const attached = await inside.occurrences.lockAttached(series.id, now, now);
        const entries = attached.map(({ event }) => ({
          event: { ...event, capacity, sequence: event.sequence + 1 },
          document: documentOf(event),
        }));
        return inside.occurrences.change(entries, now, organizer.id);
      });
    t.strictSame(await change(1), { bookedCount: 2 });
    t.equal(await change(3), null);
    t.equal((await stores.eventCatalog.detail(first.id, null, now))?.bookedCount, 3);
  });

  await example(t, 'asks in each event, and keeps the kinds of what was answered', async (t, adapters) => {
    const { stores, unitOfWork } = adapters;
    const question = (label: string): Question => ({
      ...{ id: newId<'question'>() as QuestionId, label, kind: 'text', options: [], isRequired: true },
    });
    const { series, organizer, events } = await addSeries(adapters, [1]);
    const [later] = entriesOf(series, [2], { questions: [question('Food?'), question('Coffee?')] });
    await unitOfWork.run((inside) => inside.occurrences.add(later ? [later] : [], now));
    const [first, second] = [...events, later?.event] as [EventRecord, EventRecord];
    t.strictSame((await stores.events.find(second.id))?.questions, second.questions);
    const change = (entries: readonly (readonly [EventRecord, readonly Question[]])[]) =>
      unitOfWork
        .run(async (inside) => {
          await inside.occurrences.lockAttached(series.id, now, now);
          const toWrite = entries.map(([event, questions]) => ({
            event: { ...event, questions, sequence: event.sequence + 1 },
            document: documentOf(event),
          }));
          const outcome = await inside.occurrences.change(toWrite, now, organizer.id);
          if (outcome !== null) throw new Error(String(outcome));
          return outcome;
        })
        .catch(({ message }: Error) => message);
    const [food, coffee] = second.questions as [Question, Question];
    const drinks = question('Drinks?');
    t.equal(
      await change([
        [first, [drinks]],
        [second, [{ ...food, label: 'Eat?' }]],
      ]),
      null,
    );
    t.strictSame((await stores.events.find(first.id))?.questions, [drinks]);
    t.strictSame((await stores.events.find(second.id))?.questions, [{ ...food, label: 'Eat?' }]);
    await stores.rsvps.set(first.id, organizer.id, 'going', now);
    await stores.questions.answer(first.id, organizer.id, [drinks], { [drinks.id]: 'Tea' });
    const reshaped = [{ ...drinks, kind: 'yesNo' as const }];
    const both = [
      [second, [coffee]],
      [first, reshaped],
    ] as const;
    t.equal(await change(both), 'question_answered');
    t.strictSame((await stores.events.find(first.id))?.questions, [drinks]);
  });

  await example(t, 'lists the events of a series', async (t, adapters) => {
    const { stores } = adapters;
    const { series } = await addSeries(adapters, [1, 2, 3]);
    await addSeries(adapters, [1]);
    const filter = { area: null, categories: null, endsAfter: now, isDated: false, startsBefore: null };
    const page = await stores.eventCatalog.list(
      { ...filter, recentSince: after(now, -day), text: null, series: series.id },
      'time',
      null,
      { page: 1, limit: 2 },
    );
    t.strictSame([page.total, page.items.length], [3, 2]);
    t.strictSame(page.items[0]?.event.series, { id: series.id, isDetached: false });
  });

  await example(t, 'ends the series of an erased account', async (t, adapters) => {
    const { stores } = adapters;
    const { series, organizer } = await addSeries(adapters, [1]);
    const guest = await addUser(stores);
    await stores.occurrences.answer(series.id, guest.id, 'going', now);
    await stores.users.erase(guest.id, now);
    await stores.users.erase(organizer.id, now);
    const record = await stores.series.find(series.id);
    t.strictSame([record?.isCancelled, record?.extendAt], [true, null]);
  });
};
