import { p } from '@mikro-orm/core';

/** A column for an instant: UTC, whole milliseconds. */
export const instant = () => p.datetime().length(3);
