/** An event of the demo data; its start is relative to the day on which the data is loaded. */
export interface DemoEvent {
  readonly key: string;
  /** The `key` of a `DemoPerson`. */
  readonly organizer: string;
  readonly title: string;
  readonly description: string;
  /** A category's slug. */
  readonly category: string;
  /** Whole UTC days from today; negative for an event that has begun or is over. */
  readonly startsInDays: number;
  readonly startHourUtc: number;
  /** 0 when absent. */
  readonly startMinute?: number;
  readonly durationMinutes: number;
  readonly address: string;
  readonly lat: number;
  readonly lng: number;
  readonly price: number;
  /** `null` is unlimited. */
  readonly capacity: number | null;
  readonly visibility: 'public' | 'private';
  readonly template: string;
  readonly enabledModules: readonly string[];
}
