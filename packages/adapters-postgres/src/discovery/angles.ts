export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Radians as degrees. */
export const degrees = (angle: number): number => (angle * 180) / Math.PI;
