import type { DemoEvent } from './demo-event.ts';
import { demoEventsAfricaAsiaPacific } from './demo-events-africa-asia-pacific.ts';
import { demoEventsAmericas } from './demo-events-americas.ts';
import { demoEventsEurope } from './demo-events-europe.ts';

export type { DemoEvent } from './demo-event.ts';

/** All demo events, region by region. */
export const demoEvents: readonly DemoEvent[] = [
  ...demoEventsEurope,
  ...demoEventsAmericas,
  ...demoEventsAfricaAsiaPacific,
];
