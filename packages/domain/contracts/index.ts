import { allowancesContract } from './allowances-contract.ts';
import { calendarStoreContract } from './calendar-store-contract.ts';
import { callWindowsContract } from './call-windows-contract.ts';
import { changeMarksContract } from './change-marks-contract.ts';
import { circleStoreContract } from './circle-store-contract.ts';
import { eventCatalogContract } from './event-catalog-contract.ts';
import { eventStoreContract } from './event-store-contract.ts';
import { invitationCatalogContract } from './invitation-catalog-contract.ts';
import { invitationStoreContract } from './invitation-store-contract.ts';
import { rsvpStoreContract } from './rsvp-store-contract.ts';
import { sessionStoreContract } from './session-store-contract.ts';
import { signInStoreContract } from './sign-in-store-contract.ts';
import { userStoreContract } from './user-store-contract.ts';

export * as fixtures from './fixtures.ts';
export { type Adapters, atOnce, type Open, type TestScope, withAdapters } from './harness.ts';

/** What any set of adapters must pass, by the port it speaks of. */
export const contracts = {
  allowances: allowancesContract,
  calendars: calendarStoreContract,
  callWindows: callWindowsContract,
  changeMarks: changeMarksContract,
  circles: circleStoreContract,
  eventCatalog: eventCatalogContract,
  events: eventStoreContract,
  invitationCatalog: invitationCatalogContract,
  invitations: invitationStoreContract,
  rsvps: rsvpStoreContract,
  sessions: sessionStoreContract,
  signIns: signInStoreContract,
  users: userStoreContract,
} as const;
