/** An angle of so many degrees, in radians. */
export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** An angle of so many radians, in degrees. */
export const degrees = (angle: number): number => (angle * 180) / Math.PI;
