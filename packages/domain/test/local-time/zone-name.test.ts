import t from 'tap';
import type { Language } from '../../src/languages/language.ts';
import { createZoneName, keptNames } from '../../src/local-time/zone-name.ts';
import { zoneOffset } from '../../src/local-time/zone-offset.ts';
import { countFormats } from './count-formats.ts';

/** Counts the formats that each name takes, where at most `mostNames` names are kept. */
const scene = (t: Parameters<typeof countFormats>[0], mostNames: number) => {
  // The formats of the offsets are kept apart from the names.
  for (const zone of ['UTC', 'Asia/Tashkent', 'Europe/Madrid']) zoneOffset(zone, new Date());
  const formatCount = countFormats(t);
  const zoneName = createZoneName(mostNames);
  return (timeZone: string, language: Language = 'en', day = '2031-05-01') => {
    formatCount();
    zoneName(language, timeZone, new Date(`${day}T20:00:00.000Z`));
    return formatCount();
  };
};

t.test('a zone is named in the language, in English as in the region that has a name for it', async (t) => {
  const zoneName = createZoneName(10);
  const summer = new Date('2026-07-01T12:00:00.000Z');
  const namesOf = (timeZone: string) => [zoneName('en', timeZone, summer), zoneName('de', timeZone, summer)];
  t.strictSame(namesOf('Europe/Berlin'), ['CEST', 'MESZ']);
  t.strictSame(namesOf('America/New_York'), ['EDT', 'EDT']);
  t.strictSame(namesOf('Etc/GMT+2'), ['GMT-2', 'GMT-2']);
});

t.test('a name is found once for a language, zone, offset and year', async (t) => {
  const formatsFor = scene(t, 10);
  t.equal(formatsFor('Asia/Tashkent'), 7, 'its name in seven regions');
  t.equal(formatsFor('asia/TASHKENT', 'en', '2031-12-30'), 0, 'in any case, all year');
  t.equal(formatsFor('Asia/Tashkent', 'en', '2031-12-31'), 7, 'the next year begins earlier there');
  t.equal(formatsFor('Asia/Tashkent', 'de'), 8, 'its name in German and in seven regions');
  t.equal(formatsFor('Asia/Tashkent', 'de'), 0);
  t.equal(formatsFor('Europe/Madrid'), 1, 'its name in Britain');
  t.equal(formatsFor('Europe/Madrid', 'en', '2031-01-31'), 1, 'in winter');
  t.equal(formatsFor('Europe/Madrid', 'en', '2032-05-01'), 1, 'in another year');
  t.equal(formatsFor('Europe/Madrid'), 0);
});

t.test('the names that were not used for longest are forgotten', async (t) => {
  const formatsFor = scene(t, 2);
  const inYear = (year: number) => formatsFor('UTC', 'en', `${year}-05-01`);
  t.equal(formatsFor('Europe/Madrid'), 1);
  t.equal(inYear(2031), 1);
  t.equal(formatsFor('Europe/Madrid'), 0, 'as one of two');
  t.equal(inYear(2032), 1);
  t.equal(formatsFor('Europe/Madrid'), 0, 'used since then');
  t.equal(inYear(2031), 1, 'forgotten in its place');
  t.equal(inYear(2032), 1);
  t.equal(formatsFor('Europe/Madrid'), 1);
});

t.test('the names of all zones fit, in both languages', async (t) => {
  t.ok(2 * Intl.supportedValuesOf('timeZone').length <= keptNames);
});
