import { cities } from './cities.ts';
import type { Random } from './random.ts';
import { pickWord, rareName, streets, vocabulary } from './words.ts';

export interface EventText {
  readonly title: string;
  readonly description: string;
  readonly address: string;
}

const rareShare = 0.25;
const sentence = 9;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const phrase = (random: Random, words: number): string => {
  let text = vocabulary[pickWord(random)] as string;
  for (let count = 1; count < words; count += 1) text += ` ${vocabulary[pickWord(random)]}`;
  return text;
};

/** A title of a few words, a description of a few dozen, and an address in the city. */
export const eventText = (random: Random, city: number): EventText => {
  const rare = random.next() < rareShare ? ` with ${capitalized(rareName(random.below(2 ** 31)))}` : '';
  const title = capitalized(phrase(random, 3 + random.below(3))) + rare;
  const sentences: string[] = [];
  for (let remaining = 18 + random.below(32); remaining > 0; remaining -= sentence)
    sentences.push(`${capitalized(phrase(random, Math.min(remaining, sentence)))}.`);
  const street = streets[Math.floor(random.next() ** 2 * streets.length)];
  const address = `${street} ${1 + random.below(200)}, ${cities[city]?.name}`;
  return { title, description: sentences.join(' '), address };
};
