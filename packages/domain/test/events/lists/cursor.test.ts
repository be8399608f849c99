import t from 'tap';
import { cursorOf, cursorText, listMark } from '../../../src/events/lists/cursor.ts';
import type { EventId } from '../../../src/ids.ts';
import { day } from '../../../src/time.ts';
import { refusal } from '../../support.ts';

const id = '0197a5c2-7f3e-7c1a-9b1e-2f4d6a8c0e12' as EventId;
const list = listMark('music');
const recentSince = Date.parse('2026-06-01T12:00:00Z');
const position = { rank: 17, startAt: Date.parse('1969-12-31T20:00:00Z'), id };
const cursor = { list, recentSince, isExpanded: true, position };

t.test('a cursor is read as it was written', async (t) => {
  t.strictSame(cursorOf({ after: cursorText(cursor) }, list, recentSince), cursor);
  t.match(cursorText(cursor), /^[0-9a-z.-]{1,120}$/);
  t.equal(cursorOf({}, list), null);
});

t.test('a cursor that is not of this list, or no longer, is refused', async (t) => {
  const text = cursorText(cursor);
  const refused = refusal('invalid_request', { errors: [{ path: '/after' }] });
  const of =
    (after: string, mark = list, since = recentSince) =>
    () =>
      cursorOf({ after }, mark, since);
  for (const after of ['', 'x', text.replace(id, 'x'), `${text}0`, text.replace('.1.', '.2.')])
    t.throws(of(after), refused, after);
  for (const forged of [{ startAt: 1e17 }, { startAt: Date.parse('-000001-01-01') }, { rank: 1e17 }])
    t.throws(
      of(cursorText({ ...cursor, position: { ...position, ...forged } })),
      refused,
      'no event is there: databases read no such time or number',
    );
  t.throws(of(text, listMark('food')), refused);
  t.doesNotThrow(of(text, list, recentSince + day));
  t.throws(of(text, list, recentSince + day + 1), refused);
  t.throws(of(text, list, recentSince - 1), refused, 'it comes from the future');
  t.throws(
    () => cursorOf({ after: text, page: 2 }, list, recentSince),
    refusal('invalid_request', { errors: [{ path: '/page' }] }),
  );
});
