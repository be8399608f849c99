/** The only source of time. Instants are UTC; adapters return whole milliseconds. */
export interface Clock {
  now(): Date;
}
