import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, expectations } from '../attack.ts';
import { signInTo, startRealService } from '../real-service.ts';

const hourMs = 3_600_000;
/** How long the space may take to come back, in milliseconds: the service sweeps each minute. */
const backWithinMs = 300_000;

/** A text of words that no dictionary knows. */
const gibberish = (characters: number): string => {
  const words: string[] = [];
  for (let length = 0; length < characters - 20; ) {
    const word = randomBytes(8)
      .toString('hex')
      .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? 'x');
    words.push(word);
    length += word.length + 1;
  }
  return words.join(' ');
};

export const madeUpWords: Attack = {
  name: 'made-up-words',
  about: 'events of made-up words are made and deleted; then the database is as small as before',
  run: async (target) => {
    const events = target.isShort ? 40 : 1_000;
    const phone = '+4915100000001';
    const service = await startRealService([phone], { QUOTA_SCALE: '0' });
    try {
      const { token } = await signInTo(service, phone);
      const sizeNow = async () => {
        const [row] = await service.query<{ mb: number }>(
          'select pg_database_size(current_database())::float8 / 1048576 as mb',
        );
        return row?.mb ?? 0;
      };
      // What the service and the database do within minutes.
      const size = async () => {
        await service.sweep();
        await service.query('vacuum');
        return sizeNow();
      };
      const startAt = Date.now() + 48 * hourMs;
      const makeAndDelete = async (textOf: (characters: number) => string) => {
        for (let number = 0; number < events; number += 1) {
          const { body } = await service.replica.call('POST /v1/events', {
            token,
            body: {
              title: textOf(200),
              description: textOf(9_900),
              startAt: new Date(startAt).toISOString(),
              endAt: new Date(startAt + hourMs).toISOString(),
              location: { address: textOf(290), lat: 52.5, lng: 13.4 },
              category: 'music',
            },
          });
          await service.replica.call(`DELETE /v1/events/${body.id}`, { token });
        }
      };
      // Any events leave pages in the indexes by time and place, which the next ones use again.
      await makeAndDelete(() => 'Concert');
      const before = await size();
      await makeAndDelete(gibberish);
      const full = await sizeNow();
      const swept = performance.now();
      const tookMs = () => performance.now() - swept;
      let after = await size();
      // The service sweeps as well, and of two sweeps one leaves words to the other.
      while (after > before * 1.25 && tookMs() < backWithinMs) {
        await delay(1_000);
        after = await size();
      }
      const seconds = (tookMs() / 1_000).toFixed(0);
      const [words] = await service.query<{ mb: number }>(
        "select coalesce(sum(pg_total_relation_size(oid)), 0)::float8 / 1048576 as mb from pg_class where relkind = 'r' and relname like '%word%'",
      );
      const { faults, expect } = expectations();
      expect(after <= before * 1.25, `the database grew from ${before.toFixed(0)} to ${after.toFixed(0)} MB`);
      return [
        {
          attack: `${events} events of made-up words, made and deleted`,
          cost: `${2 * events} requests, ${events * 10} kB`,
          before: '590 kB of words left 85 MB for good',
          now: `${before.toFixed(0)} MB after as many ordinary events, ${full.toFixed(0)} MB until the sweep, ${after.toFixed(0)} MB ${seconds} s later, ${(words?.mb ?? 0).toFixed(1)} MB of it words`,
          faults,
        },
      ];
    } finally {
      await service.close();
    }
  },
};
