/** A circle that the home page starts with; degrees and kilometres. */
export interface HomePlace {
  readonly lat: number;
  readonly lng: number;
  readonly radiusKm: number;
  /** What it is the surroundings of, as people call it. */
  readonly name?: string;
}

/** A circle, and the country whose it is. */
export interface PlaceGuess extends HomePlace {
  readonly code?: string;
}

/** The middle of a country and how far it reaches, roughly: enough to say what is near. */
const countries: Readonly<Record<string, readonly [lat: number, lng: number, radiusKm: number]>> = {
  AR: [-35.4, -65.2, 1_900],
  AT: [47.6, 14.1, 350],
  AU: [-25.7, 134.5, 2_200],
  BE: [50.6, 4.7, 150],
  BR: [-10.8, -52.9, 2_400],
  CA: [56, -96, 2_800],
  CH: [46.8, 8.2, 250],
  CL: [-35.7, -71.5, 2_200],
  CO: [3.9, -73.1, 900],
  CZ: [49.8, 15.5, 250],
  DE: [51.2, 10.4, 500],
  DK: [56, 10, 250],
  EG: [26.5, 29.9, 700],
  ES: [40.2, -3.7, 650],
  FI: [64.5, 26, 700],
  FR: [46.6, 2.4, 600],
  GB: [54, -2.5, 600],
  GR: [39.1, 22.9, 450],
  HU: [47.2, 19.4, 270],
  IE: [53.2, -8.1, 250],
  IN: [22.9, 79.6, 1_700],
  IT: [42.8, 12.8, 650],
  JP: [36.5, 138, 1_300],
  KE: [0.5, 37.9, 600],
  KR: [36.4, 127.8, 350],
  MX: [23.9, -102.5, 1_700],
  NL: [52.2, 5.4, 180],
  NO: [64.5, 13, 1_000],
  NZ: [-41.5, 172.8, 900],
  PL: [52.1, 19.4, 400],
  PT: [39.6, -8, 350],
  RO: [45.9, 24.9, 400],
  SE: [62, 16, 900],
  SG: [1.35, 103.8, 60],
  TR: [39, 35.2, 850],
  TW: [23.8, 121, 250],
  UA: [49, 31.4, 650],
  US: [39.8, -98.6, 2_800],
  ZA: [-29, 25.1, 950],
};

/** The codes of the countries that visitors choose from. */
export const regions: readonly string[] = Object.keys(countries);

/** The surroundings of a country's middle; null for one that is not known. */
export const countryPlace = (code: string): PlaceGuess | null => {
  const [lat, lng, radiusKm] = (Object.hasOwn(countries, code) && countries[code]) || [];
  return lat === undefined || lng === undefined || radiusKm === undefined
    ? null
    : { lat, lng, radiusKm, code };
};

const region = /\b[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i;

/**
 * Where a visitor probably is, best guess first: the country that the browser's languages name, then the operator's
 * place. Last comes null, for everywhere.
 */
export const placeGuesses = (
  acceptLanguage: string | undefined,
  homePlace: HomePlace | null,
): readonly (PlaceGuess | null)[] => {
  const [, code = ''] = region.exec((acceptLanguage ?? '').slice(0, 200)) ?? [];
  const country = countryPlace(code.toUpperCase());
  return [...(country ? [country] : []), ...(homePlace ? [homePlace] : []), null];
};
