import { germanPhrases } from './german-phrases.ts';

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

const patternOf = (english: string): RegExp =>
  new RegExp(`^${english.split('{}').map(escaped).join('(.+?)')}$`, 's');

const fixedPhrases = new Map(germanPhrases.filter(([english]) => !english.includes('{}')));
const patterns = germanPhrases
  .filter(([english]) => english.includes('{}'))
  .map(([english, german]) => ({ pattern: patternOf(english), parts: german.split('{}') }));

/** The German of an English phrase, as {@link germanPhrases} have it; null for one that they lack. */
export const inGerman = (english: string): string | null => {
  const fixed = fixedPhrases.get(english);
  if (fixed !== undefined) return fixed;
  for (const { pattern, parts } of patterns) {
    const [, ...values] = pattern.exec(english) ?? [];
    if (values.length > 0)
      return parts.map((part, index) => `${index > 0 ? translated(values[index - 1]) : ''}${part}`).join('');
  }
  return null;
};

/** What a phrase holds may be one, such as the name of a type; a value of the caller’s stays. */
const translated = (value = ''): string => inGerman(value) ?? value;
