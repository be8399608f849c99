import { type Random, randomFrom, weightedIndex, zipfWeights } from './random.ts';

/** Words of event announcements, roughly by frequency. */
const usual =
  `live evening free night open together party workshop festival session music everyone summer community
  jazz club market concert street dance food tour talk class beginners family art walk weekend show coffee acoustic local
  yoga group meetup tasting wine garden friends drinks stories city park guided winter comedy spring games practice
  learning opening exhibition film screening running social networking design craft quiz hall kitchen beer language
  exchange theatre stage bring ticket doors donation welcome international fair lecture discussion career startup women
  kids children ages poetry reading book writers photography painting drawing pottery ceramics swing salsa tango bachata
  techno house vinyl disco indie rock metal punk folk classical orchestra choir opera piano guitar drums brass blues soul
  funk hip hop rap reggae latin electronic ambient noise improv open-air rooftop canal harbour river lake forest mountain
  hike climbing cycling bike football basketball volleyball tennis chess board puzzle trivia karaoke brunch breakfast
  dinner supper vegan vegetarian baking bread cheese chocolate sushi ramen pizza barbecue picnic street-food cocktails
  whisky gin tea meditation breathwork pilates sauna wellness health science nature birds plants astronomy history museum
  gallery architecture fashion vintage flea second-hand swap repair makers coding data cloud security robots space maps
  café über straße fête señor año été soirée crème naïve fiancé jalapeño façade résumé coöperate smörgåsbord æther
  музыка вечер концерт театр выставка лекция прогулка встреча фильм танцы βραδιά μουσική χορός`
    .split(/[\s-]+/)
    .filter((word) => word !== '');

const onsets = 'b c d f g h k l m n p r s t v w z br cl dr fl gr kn pl pr sch sl st str th tr'.split(' ');
const vowels = 'a e i o u a e i o ai au ea ei ie oo ou é ö ü'.split(' ');
const codas = ['', '', '', 'l', 'm', 'n', 'r', 's', 't', 'ck', 'ld', 'nd', 'ng', 'rt', 'st'];

const pick = (random: Random, from: readonly string[]): string => from[random.below(from.length)] as string;

export const inventedWord = (random: Random, syllables: number): string => {
  let word = '';
  for (let syllable = 0; syllable < syllables; syllable += 1)
    word += pick(random, onsets) + pick(random, vowels);
  return word + pick(random, codas);
};

const makeWords = (count: number, seed: number, first: readonly string[]): readonly string[] => {
  const random = randomFrom(seed);
  const words = new Set(first);
  while (words.size < count) words.add(inventedWord(random, 1 + random.below(4)));
  return [...words].slice(0, count);
};

/** The words of titles and descriptions, the most frequent first. */
export const vocabulary: readonly string[] = makeWords(60_000, 42, usual);

/** With this shift the most frequent word occurs in a fifth of all events. */
const flatTop = 22;
export const pickWord = weightedIndex(zipfWeights(vocabulary.length, flatTop));

/** Names of streets, in addresses. */
export const streets: readonly string[] = makeWords(8_000, 43, []).map(
  (word) => `${word.replace(/^./, (letter) => letter.toUpperCase())} Street`,
);

/** A rare name of a band, a speaker or a place; about 200,000 are possible. */
export const rareName = (number: number): string => {
  const random = randomFrom(1_000_000 + (number % 200_000));
  return inventedWord(random, 4);
};
