/** Names begin with a letter; engines also accept offsets such as `+01:00`, which know no daylight saving time. */
const name = /^[A-Za-z][A-Za-z0-9_+/-]*$/;

/** Whether the engine's time zone database (IANA) knows the zone, in any case. */
export const isTimeZone = (text: string): boolean => {
  if (!name.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
};

/** The words of IANA's names that are not spelled as names are. */
const words: ReadonlyMap<string, string> = new Map(
  [
    'au es of ComodRivadavia DeNoronha DumontDUrville EasterIsland BajaNorte BajaSur McMurdo',
    'ACT CDT CET CHAT CST EDT EET EST GB GMT HST IN LHI MDT MET MST NSW NZ PDT PRC PST ROC ROK SU UCT US UTC W WET',
  ].flatMap((line) => line.split(' ').map((word) => [word.toLowerCase(), word] as const)),
);

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A zone's name as IANA spells it; engines read it in any case, calendar apps and other databases do not. */
export const spelledZone = (timeZone: string): string =>
  timeZone.toLowerCase().replace(/[a-z]+/g, (word) => words.get(word) ?? capitalized(word));
