import { addressOf, type JsonObject, listOf, textOf } from '../values/json.ts';

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

const languageName = (value: unknown): string => {
  const tag = textOf(value) ?? '';
  try {
    return languageNames.of(tag) ?? tag;
  } catch {
    return tag;
  }
};

const attendance: Readonly<Record<string, string>> = {
  OfflineEventAttendanceMode: 'Takes place on site.',
  OnlineEventAttendanceMode: 'Takes place online.',
  MixedEventAttendanceMode: 'Takes place on site and online.',
};

const attendanceOf = ({ eventAttendanceMode }: JsonObject): string | undefined =>
  attendance[addressOf(eventAttendanceMode)?.split('/').at(-1) ?? ''];

/** The description of an event that has none: its topics, languages and attendance mode. */
export const schemaOrgDescription = (line: JsonObject, topics: readonly string[]): string => {
  const languages = listOf(line.inLanguage).map(languageName).filter(Boolean);
  return [
    topics.length > 0 ? `Topics: ${topics.join(', ')}.` : undefined,
    languages.length > 0 ? `Language: ${languages.join(', ')}.` : undefined,
    attendanceOf(line),
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
};
