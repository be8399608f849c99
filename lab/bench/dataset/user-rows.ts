import { cities, pickCity } from './cities.ts';
import { toLine } from './copy-rows.ts';
import { type IdSeries, idOf, momentOf } from './dataset-ids.ts';
import { randomFrom } from './random.ts';
import { pickWord, vocabulary } from './words.ts';

export const userColumns = [
  'id',
  'phone',
  'name',
  'username',
  'avatar',
  'bio',
  'role',
  'city',
  'peaces_balance',
  'created_at',
] as const;

const seed = 51;

/** All people in the order of their ids. Their phones do not overlap with those that scenarios assign. */
export function* userLines(users: number, series: IdSeries): Generator<string> {
  const random = randomFrom(seed);
  for (let number = 0; number < users; number += 1) {
    const name = `${vocabulary[pickWord(random)]} ${vocabulary[pickWord(random)]}`;
    const avatar = random.next() < 0.5 ? `https://images.example/people/${number}.jpg` : null;
    const city = cities[pickCity(random)]?.name ?? '';
    const createdAt = new Date(momentOf(series, number)).toISOString();
    const phone = `+49160${String(number).padStart(8, '0')}`;
    yield toLine([
      idOf(series, number),
      phone,
      name,
      `person-${number}`,
      avatar,
      '',
      'user',
      city,
      random.below(500),
      createdAt,
    ]);
  }
}
