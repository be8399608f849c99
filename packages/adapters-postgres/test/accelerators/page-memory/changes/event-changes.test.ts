import type { EventFilter, EventId } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import {
  type EventChange,
  eventChanges,
} from '../../../../src/accelerators/page-memory/changes/event-changes.ts';
import { parseSnapshot } from '../../../../src/accelerators/page-memory/changes/snapshot.ts';

const filter = { ...fixtures.anyEvent, endsAfter: new Date(1_000), recentSince: new Date(0) };
const page = (snapshot: string, changes: Partial<EventFilter> = {}) => ({
  filter: { ...filter, ...changes },
  snapshot: parseSnapshot(snapshot),
});
const event = '0197a3c0-0000-7000-8000-000000000001' as EventId;
const somewhere = {
  event,
  category: 'music',
  lat: 52.5,
  lng: 13.4,
  startAt: 2_000,
  endAt: 3_000,
  words: 'folk jazz märz night',
};
let lastNumber = 0;
const change = (xid: number, changed: EventChange['change'] = somewhere): EventChange => {
  lastNumber += 1;
  return { id: lastNumber, xid, change: changed };
};
const started = () => {
  const changes = eventChanges();
  changes.merge([], parseSnapshot('10:10:'), true, 0);
  return changes;
};

t.test('a page is current until a change that its snapshot does not show', async (t) => {
  const changes = started();
  const read = page('20:24:21,22');
  t.ok(changes.isCurrent(read));
  changes.merge([change(19), change(20, null), change(23)], parseSnapshot('21:25:22'), true, 0);
  t.equal(changes.isCurrent(read), true, 'the snapshot shows them');
  changes.merge([change(22)], parseSnapshot('30:30:'), true, 0);
  t.equal(changes.isCurrent(read), false, 'its transaction was running');
  t.equal(changes.isCurrent(page('24:24:')), true);
  t.equal(changes.isCurrent(page('21:22:')), false, 'it began later');
});

t.test('only changes that may be on the page count', async (t) => {
  const near = { lat: 52.5, lng: 13.41, radiusKm: 1 };
  const cases: readonly (readonly [boolean, Partial<EventFilter>])[] = [
    [false, {}],
    [false, { category: 'music' }],
    [true, { category: 'tech' }],
    [false, { area: near }],
    [true, { area: { ...near, radiusKm: 0.5 } }],
    [true, { endsAfter: new Date(3_001) }],
    [false, { endsAfter: new Date(2_999) }],
    [true, { startsBefore: new Date(1_999) }],
    [false, { startsBefore: new Date(2_001) }],
  ];
  for (const [isCurrent, of] of cases) {
    const changes = started();
    changes.merge([change(15)], parseSnapshot('16:16:'), true, 0);
    t.equal(changes.isCurrent(page('12:12:', of)), isCurrent, JSON.stringify(of));
    changes.merge([change(16, null)], parseSnapshot('17:17:'), true, 0);
    t.equal(changes.isCurrent(page('13:13:', of)), false, 'any event');
  }
});

t.test('a search is out of date when an event changes that has, or may have, its words', async (t) => {
  const whole = (word: string) => ({ word, prefix: false });
  const start = (word: string) => ({ word, prefix: true });
  const cases: readonly (readonly [boolean, NonNullable<EventFilter['text']>])[] = [
    [false, [[whole('jazz')]]],
    [false, [[whole('folk')], [whole('night')]]],
    [false, [[whole('rock'), whole('märz')]]],
    [false, [[start('ni')]]],
    [true, [[whole('rock')]]],
    [true, [[whole('ni')]]],
    [true, [[whole('azz')]]],
    [true, [[start('azz')]]],
    [true, [[whole('jazz')], [start('rock')]]],
  ];
  for (const [isCurrent, text] of cases) {
    const changes = started();
    changes.merge([change(15)], parseSnapshot('16:16:'), true, 0);
    t.equal(changes.isCurrent(page('12:12:', { text })), isCurrent, JSON.stringify(text));
    changes.merge([change(16, { ...somewhere, words: null })], parseSnapshot('17:17:'), true, 0);
    t.equal(changes.isCurrent(page('13:13:', { text })), false, 'its words are not known');
  }
});

t.test('changes are asked for from the lowest transaction on that was running', async (t) => {
  const changes = eventChanges();
  t.equal(changes.floor, null);
  t.equal(changes.isCurrent(page('99:99:')), false, 'nothing is known yet');
  changes.merge([], parseSnapshot('10:15:10'), true, 0);
  t.equal(changes.floor, 10);
  const repeated = change(12);
  changes.merge([repeated], parseSnapshot('14:15:'), true, 0);
  changes.merge([repeated], parseSnapshot('11:13:'), true, 0);
  t.equal(changes.floor, 14, 'a statement that began earlier takes nothing back');
  t.equal(changes.isCurrent(page('9:9:')), false, 'what it does not show may not be known');
});

t.test('too many changes make all pages of before out of date', async (t) => {
  const changes = started();
  const before = page('12:12:', { category: 'tech' });
  t.ok(changes.isCurrent(before));
  changes.merge([change(13)], parseSnapshot('12:40:12'), false, 0);
  t.equal(changes.isCurrent(before), false);
  t.equal(changes.isCurrent(page('39:39:', { category: 'tech' })), false);
  t.equal(changes.isCurrent(page('40:41:', { category: 'tech' })), true);
  const techPage = page('50:50:', { category: 'tech' });
  for (let xid = 60; xid < 12_060; xid += 1) {
    changes.merge([change(xid)], parseSnapshot(`${xid}:${xid + 1}:`), true, 0);
    if (xid % 1_000 === 0) t.ok(changes.isCurrent(techPage), 'a page that is compared now and then stays');
  }
  t.equal(changes.isCurrent(page('61:61:', { category: 'tech' })), false, 'changes are forgotten');
  t.equal(changes.isCurrent(page('12058:12058:', { category: 'tech' })), true);
});

t.test(
  'what another server shows begins anew, and what the former one showed never comes back',
  async (t) => {
    const changes = eventChanges();
    changes.merge([], parseSnapshot('10:10::one'), true, 0);
    const before = page('20:20::one', { category: 'tech' });
    changes.merge([change(15)], parseSnapshot('16:16::one'), true, 0);
    t.ok(changes.isCurrent(before));
    t.ok(changes.isEventCurrent(event, before.snapshot));

    // It was promoted without transactions 12 to 15, and numbers others so.
    changes.merge([change(12)], parseSnapshot('12:13::two'), true, 0);
    t.equal(changes.isCurrent(before), false, 'the page may show what is lost');
    t.equal(changes.isEventCurrent(event, before.snapshot), false);
    t.equal(changes.floor, 12);
    t.strictSame(changes.lastRead, { at: 0, snapshot: parseSnapshot('12:13::two') });
    const after = page('13:13::two');
    t.ok(changes.isCurrent(after));
    t.ok(changes.isEventCurrent(event, after.snapshot), 'a lost transaction of that number changed it');
    changes.merge([change(14)], parseSnapshot('15:15::two'), true, 0);
    t.equal(changes.isCurrent(after), false);

    changes.merge([change(30)], parseSnapshot('31:31::one'), true, 1);
    t.equal(changes.isCurrent(page('31:31::one')), false, 'a late answer of the former server');
    t.ok(changes.isCurrent(page('15:15::two')), 'which changes nothing');
  },
);
