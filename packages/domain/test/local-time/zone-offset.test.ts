import t from 'tap';
import { zoneOffset } from '../../src/local-time/zone-offset.ts';

const minute = 60_000;

t.test('the offset of a zone at an instant, to the second', async (t) => {
  const summer = new Date('2026-07-01T12:00:00.000Z');
  t.equal(zoneOffset('UTC', summer), 0);
  t.equal(zoneOffset('Europe/Berlin', summer), 120 * minute);
  t.equal(zoneOffset('Europe/Berlin', new Date('2026-01-01T12:00:00.000Z')), 60 * minute);
  t.equal(zoneOffset('Asia/Kolkata', summer), 330 * minute);
  t.equal(zoneOffset('asia/kolkata', summer), 330 * minute, 'in any case of letters');
  t.equal(zoneOffset('America/St_Johns', summer), -150 * minute);
  t.equal(zoneOffset('Africa/Monrovia', new Date('1900-01-01T12:00:00.000Z')), -(43 * 60 + 8) * 1_000);
});
