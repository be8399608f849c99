const weekMs = 604_800_000;

/** The number of the week that an instant is in, as in the SQL function `event_week`. */
export const weekOf = (at: Date): number => Math.floor(at.getTime() / weekMs);

/** When that week begins. */
export const startOfWeek = (week: number): Date => new Date(week * weekMs);

/** How much of its week has passed at an instant: at least 0, less than 1. */
export const shareOfWeek = (at: Date): number => at.getTime() / weekMs - weekOf(at);
