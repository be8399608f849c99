import { p } from '@mikro-orm/core';
import { Event } from './event-tables.ts';

/** What belongs to an event goes with it. */
export const ofEvent = () => p.manyToOne(Event).mapToPk().deleteRule('cascade');
