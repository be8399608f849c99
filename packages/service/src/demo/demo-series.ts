import {
  type Domain,
  draftDefaults,
  type ImportedEvent,
  instantOn,
  localDateOf,
  parseRule,
  ruleDays,
  type UserId,
} from '@event-platform/domain';

const [dayMs, hourMs] = [86_400_000, 3_600_000];
const rule = 'FREQ=WEEKLY;BYDAY=SU;COUNT=12';
const timeZone = 'America/New_York';

/** The `key` of the `DemoPerson` who organizes the weekly run. */
export const runOrganizer = 'mateo';

/** Twelve Sundays from the day after loading on. */
const weeklyRun = (now: Date): ImportedEvent => {
  const dayIn = (days: number) => localDateOf(new Date(now.getTime() + days * dayMs), timeZone);
  const pattern = parseRule(rule)?.pattern;
  const [sunday] = pattern ? ruleDays(pattern, dayIn(1), dayIn(8)) : [];
  const startAt = instantOn(sunday ?? dayIn(1), 9 * hourMs, timeZone);
  return {
    sourceKey: 'demo:nyc-sunday-run',
    series: { rule, except: [] },
    draft: {
      ...draftDefaults,
      title: 'Sunday run in the park',
      description:
        'Five easy miles around the park, then coffee. Come every Sunday, or when you wake up in time.',
      startAt,
      endAt: new Date(startAt.getTime() + 1.5 * hourMs),
      timeZone,
      location: { address: 'Grand Army Plaza, Brooklyn, NY 11238', lat: 40.6742, lng: -73.9701 },
      category: 'sports',
      template: 'meetup',
      enabledModules: ['chat'],
    },
  };
};

/** Adds the weekly run, where it is missing. */
export const loadDemoSeries = async (
  { importEvents }: Pick<Domain, 'importEvents'>,
  organizerId: UserId,
  now: Date,
): Promise<void> => {
  await importEvents({ organizerId, events: [weeklyRun(now)], keepsKnown: true });
};
