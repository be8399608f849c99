import type { ReportId, UserId } from '../../src/ids.ts';
import type { Report, ReportTarget } from '../../src/reports/report.ts';
import { after, hour } from '../../src/time.ts';
import { addEvent, addUser, newId, now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'events' | 'reports' | 'users', 'unitOfWork'>;

const page = { page: 1, limit: 2 };

const someReport = (reporterId: UserId, target: ReportTarget, changes: Partial<Report> = {}): Report => ({
  id: newId<'report'>() as ReportId,
  ...{ reporterId, target, reason: 'spam', text: 'Watches.', at: now },
  ...changes,
});

const closing = { action: 'none', note: 'Fine.', at: after(now, hour) } as const;

export const reportStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'lists one entry a target, the one reported last first', async (t, { stores }) => {
    const [ada, ben] = [await addUser(stores, { name: 'Ada' }), await addUser(stores)];
    const event = await addEvent(stores, { title: 'Cheap watches' });
    const about = { kind: 'event', id: event.id } as const;
    const other = { kind: 'user', id: ada.id } as const;
    await stores.reports.file(someReport(ada.id, about));
    await stores.reports.file(someReport(ben.id, about, { reason: 'fraud', text: '', at: after(now, 1) }));
    await stores.reports.file(someReport(ben.id, other, { at: after(now, 2), text: 'Rude.' }));
    t.strictSame(await stores.reports.list('open', page), {
      ...page,
      total: 2,
      items: [
        {
          ...{ target: other, label: 'Ada', count: 1, reasons: { spam: 1 }, texts: ['Rude.'] },
          ...{ lastAt: after(now, 2), closing: null },
        },
        {
          ...{ target: about, label: 'Cheap watches', count: 2, reasons: { spam: 1, fraud: 1 } },
          ...{ texts: ['Watches.'], lastAt: after(now, 1), closing: null },
        },
      ],
    });
    t.strictSame(await stores.reports.list('open', { page: 2, limit: 2 }), {
      ...{ page: 2, limit: 2, total: 2, items: [] },
    });
    t.strictSame(await stores.reports.list('closed', page), { ...page, total: 0, items: [] });
  });

  await example(t, 'the same target again by the same person is the same report', async (t, { stores }) => {
    const [ada, event] = [await addUser(stores), await addEvent(stores)];
    const target = { kind: 'event', id: event.id } as const;
    const ids = await concurrently(4, () => stores.reports.file(someReport(ada.id, target)));
    t.equal(new Set(ids).size, 1);
    const changedReport = someReport(ada.id, target, { reason: 'hate', text: 'Worse.', at: after(now, 1) });
    t.equal(await stores.reports.file(changedReport), ids[0]);
    const { items } = await stores.reports.list('open', page);
    t.strictSame([items[0]?.count, items[0]?.reasons, items[0]?.texts], [1, { hate: 1 }, ['Worse.']]);
    t.equal(await stores.reports.close(target, closing), 1);
    t.not(await stores.reports.file(changedReport), ids[0], 'after it was closed it is another');
  });

  await example(t, 'shows the five newest texts', async (t, { stores }) => {
    const event = await addEvent(stores);
    for (let index = 0; index < 6; index += 1)
      await stores.reports.file(
        someReport(
          (await addUser(stores)).id,
          { kind: 'event', id: event.id },
          { text: String(index), at: after(now, index) },
        ),
      );
    const { items } = await stores.reports.list('open', page);
    t.strictSame(items[0]?.texts, ['5', '4', '3', '2', '1']);
  });

  await example(t, 'closes the open reports of a target, and each once', async (t, { stores }) => {
    const [ada, ben, event] = [await addUser(stores), await addUser(stores), await addEvent(stores)];
    const target = { kind: 'event', id: event.id } as const;
    t.equal(await stores.reports.openTarget(event.id), null);
    for (const { id } of [ada, ben]) await stores.reports.file(someReport(id, target));
    t.strictSame(await stores.reports.openTarget(event.id), target);
    const closed = await concurrently(3, () => stores.reports.close(target, closing));
    t.strictSame(closed.sort(), [0, 0, 2]);
    t.equal(await stores.reports.openTarget(event.id), null);
    t.equal((await stores.reports.list('open', page)).total, 0);
    const { items } = await stores.reports.list('closed', page);
    t.strictSame([items[0]?.count, items[0]?.closing], [2, closing]);
  });

  await example(
    t,
    'reports of deleted events stay, those by and about erased people go',
    async (t, { stores }) => {
      const [ada, ben, event] = [await addUser(stores), await addUser(stores), await addEvent(stores)];
      await stores.reports.file(someReport(ada.id, { kind: 'event', id: event.id }));
      await stores.reports.file(someReport(ben.id, { kind: 'user', id: ada.id }));
      await stores.events.remove(event.id);
      const { items } = await stores.reports.list('open', page);
      t.strictSame(new Set(items.map(({ label }) => label)), new Set([ada.name, null]));
      await stores.users.erase(ada.id, now);
      t.equal((await stores.reports.list('open', page)).total, 0);
    },
  );

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { stores } = adapters;
    const [ada, event] = [await addUser(stores), await addEvent(stores)];
    const target = { kind: 'event', id: event.id } as const;
    await stores.reports.file(someReport(ada.id, target));
    await rolledBack(t, adapters, ({ reports }) => reports.close(target, closing));
    t.strictSame(await stores.reports.openTarget(event.id), target);
  });
};
