import { png, type Rgb } from './png.ts';

/** A rectangle of a picture that is 24 wide: its corners. */
type Box = readonly [left: number, top: number, right: number, bottom: number];

/** A calendar with a day that is marked. */
const boxes: readonly Box[] = [
  [5, 6, 19, 8],
  [5, 17, 19, 19],
  [5, 6, 7, 19],
  [17, 6, 19, 19],
  [8, 4, 10, 6],
  [14, 4, 16, 6],
  [12, 12, 16, 16],
];

/** The icon of a website on a phone's screen. @param color `#rrggbb` @param size in pixels */
export const appIcon = (color: string, size: number): Promise<Buffer> => {
  const value = Number.parseInt(color.slice(1), 16);
  const palette: readonly Rgb[] = [
    [value >> 16, (value >> 8) & 255, value & 255],
    [255, 255, 255],
  ];
  const pixels = new Uint8Array(size * size);
  const scale = (edge: number): number => Math.round((edge * size) / 24);
  for (const [left, top, right, bottom] of boxes)
    for (let y = scale(top); y < scale(bottom); y += 1)
      pixels.fill(1, y * size + scale(left), y * size + scale(right));
  return png({ width: size, height: size, palette, pixels });
};
