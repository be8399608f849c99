import { type CoverDesign, previewSize } from './cover-pattern.ts';
import { png, type Rgb } from './png.ts';

/** The patterns of covers: whether a point of a tile of 40 by 40 is in the figure, in the order of theirs. */
const figures: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => Math.hypot(x - 20, y - 20) < 9,
  (x, y) => Math.abs(((x + y + 20) % 40) - 20) < 5,
  (x, y) => y > 6 && y < 34 && Math.abs(x - 20) < (y - 6) / 2,
  (x, y) => Math.abs(y - 20 + 8 * Math.sin((x * Math.PI) / 20)) < 2.5,
  (x, y) => Math.abs(x - 20) < 4 || Math.abs(y - 20) < 4,
  (x, y) => Math.abs(Math.hypot(x - 20, y - 20) - 14) < 2.5,
  (x, y) => Math.abs(x - 20) + Math.abs(y - 20) < 18,
];

/** @param hue in degrees; all else are fractions. @see https://www.w3.org/TR/css-color-4/#hsl-to-rgb */
const rgbOf = (hue: number, saturation: number, lightness: number): Rgb => {
  const part = (at: number): number => {
    const k = (at + hue / 30) % 12;
    const spread = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [part(0), part(8), part(4)];
};

const mix = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((part, index) => Math.round(part + ((other[index] ?? 0) - part) * share)) as unknown as Rgb;

/** Half of the palette is for the ground, the other half for the figures on it. */
const steps = 128;

/** Draws a cover as pixels. Takes some 10 ms. */
export const previewPicture = ({ tile, hue, size, turn }: CoverDesign): Promise<Buffer> => {
  const { width, height } = previewSize;
  const [dark, light] = [rgbOf(hue, 0.55, 0.3), rgbOf((hue + 50) % 360, 0.55, 0.55)];
  const ground = Array.from({ length: steps }, (_, step) => mix(dark, light, step / (steps - 1)));
  const white: Rgb = [255, 255, 255];
  const palette = [...ground, ...ground.map((color) => mix(color, white, 0.16))];
  const isInFigure = figures[tile] ?? (() => false);
  const angle = (turn * Math.PI) / 180;
  // Covers are 640 wide.
  const scale = (640 / width) * (40 / size);
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  const within = (length: number) => length - 40 * Math.floor(length / 40);
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const step = Math.round(((x / width + y / height) / 2) * (steps - 1));
      const isFigure = isInFigure(within(x * cos + y * sin), within(y * cos - x * sin));
      pixels[y * width + x] = step + (isFigure ? steps : 0);
    }
  return png({ width, height, palette, pixels });
};
