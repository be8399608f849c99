/** The only source of time. Instants are UTC; adapters answer in whole milliseconds. */
export interface Clock {
  now(): Date;
}
