type Rgb = readonly [number, number, number];

/** WCAG 2.2, success criterion 1.4.3, with some room for rounding. */
const minContrast = 4.6;
/** How far a colour moves towards black or white at once. */
const step = 0.04;

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const hexOf = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const linear = (part: number): number => {
  const value = part / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2.2, relative luminance). */
export const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

/** The colour, moved towards black or white until it can be read on the ground. */
const readableOn = (color: string, ground: string, towards: Rgb): string => {
  const from = rgbOf(color);
  for (let share = 0; share < 1; share += step) {
    const candidate = hexOf(
      from.map((part, index) => part + ((towards[index] ?? 0) - part) * share) as unknown as Rgb,
    );
    if (contrast(candidate, ground) >= minContrast) return candidate;
  }
  return hexOf(towards);
};

/** The grounds that text stands on, in each colour scheme: the darkest of the light ones, the lightest of the dark. */
export const grounds = { light: '#f4f2f7', dark: '#262432' } as const;

/** The accent of each colour scheme, made from any brand colour so that it can be read. */
export const accentsOf = (color: string) => ({
  light: readableOn(color, grounds.light, [0, 0, 0]),
  dark: readableOn(color, grounds.dark, [255, 255, 255]),
});
