/** Which time zone a place is in. */
export interface TimeZones {
  /**
   * The IANA name of the zone of a place in degrees (WGS 84), such as `Europe/Lisbon`; at sea the nautical zone, such
   * as `Etc/GMT+2`.
   */
  at(lat: number, lng: number): string;
}
