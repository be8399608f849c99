/** Mean radius of the earth in kilometres (IUGG R1). */
export const earthRadiusKm = 6371.0088;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** Great-circle distance on a sphere, in kilometres (haversine: right for near and for antipodal points). */
export const distanceKm = (one: Point, other: Point): number => {
  const lat = Math.sin(radians(other.lat - one.lat) / 2);
  const lng = Math.sin(radians(other.lng - one.lng) / 2);
  const chord = lat * lat + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * lng * lng;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)));
};

/** The distance of a place from a point, in whole millimetres: rounding decides no order. */
export const millimetresFrom = (point: Point, place: Point): number =>
  Math.round(1e6 * distanceKm(point, place));
