/** The covers of events without a picture: a pattern for the category, colours for the event. */
const tiles: readonly string[] = [
  '<circle cx="20" cy="20" r="9"/>',
  '<path d="M0 40 40 0M-10 10 10-10M30 50 50 30" stroke="#fff" stroke-width="7"/>',
  '<path d="M20 6 34 34H6z"/>',
  '<path d="M0 20q10-16 20 0t20 0" fill="none" stroke="#fff" stroke-width="5"/>',
  '<path d="M16 0h8v16h16v8H24v16h-8V24H0v-8h16z"/>',
  '<circle cx="20" cy="20" r="14" fill="none" stroke="#fff" stroke-width="5"/>',
  '<path d="M20 2 38 20 20 38 2 20z"/>',
];

/** The same small number for a text on every page. */
const numberOf = (text: string, below: number): number => {
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) sum = (sum * 31 + text.charCodeAt(index)) % 65_521;
  return sum % below;
};

/** How many covers a category has. */
const seeds = 72;

/** The name of an event's cover, without its ending. */
export const coverName = (id: string, category: string): string => `${category}-${numberOf(id, seeds)}`;

/** Of the picture for previews, in pixels. */
export const previewSize = { width: 800, height: 420 } as const;

const form = /^([a-z0-9-]{1,60})-(\d{1,2})$/;

/** How a cover looks: angles in degrees, lengths in pixels of a picture that is 640 wide. */
export interface CoverDesign {
  readonly seed: number;
  /** The number of its pattern. */
  readonly tile: number;
  readonly hue: number;
  readonly size: number;
  readonly turn: number;
}

/** The design of that name; null for a name that {@link coverName} does not give. */
export const coverDesign = (name: string): CoverDesign | null => {
  const [, category, digits] = form.exec(name) ?? [];
  const seed = Number(digits);
  if (category === undefined || !(seed < seeds) || digits !== String(seed)) return null;
  return {
    seed,
    tile: numberOf(category, tiles.length),
    hue: seed * (360 / seeds),
    size: 36 + (seed % 4) * 14,
    turn: (seed % 6) * 15,
  };
};

/** The picture of a design. */
export const coverPattern = ({ tile, hue, size, turn }: CoverDesign): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" preserveAspectRatio="xMidYMid slice"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} 55% 30%)"/><stop offset="1" stop-color="hsl(${hue + 50} 55% 55%)"/></linearGradient><pattern id="p" width="${size}" height="${size}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})" viewBox="0 0 40 40"><g fill="#fff" fill-opacity=".16" stroke-opacity=".16">${tiles[tile]}</g></pattern></defs><path fill="url(#g)" d="M0 0h640v360H0z"/><path fill="url(#p)" d="M0 0h640v360H0z"/></svg>\n`;
