import { accountErasureContract } from './account-erasure-contract.ts';
import { accountQuotasContract } from './account-quotas-contract.ts';
import { attendeeListContract } from './attendee-list-contract.ts';
import { attendeeRemovalContract } from './attendee-removal-contract.ts';
import { attendeeReturnContract } from './attendee-return-contract.ts';
import { blockStoreContract } from './block-store-contract.ts';
import { calendarStoreContract } from './calendar-store-contract.ts';
import { callWindowsContract } from './call-windows-contract.ts';
import { categoryStoreContract } from './category-store-contract.ts';
import { circleMembersContract } from './circle-members-contract.ts';
import { circleStoreContract } from './circle-store-contract.ts';
import { eventAreaContract } from './event-area-contract.ts';
import { eventCatalogContract } from './event-catalog-contract.ts';
import { eventRemovalContract } from './event-removal-contract.ts';
import { eventSearchContract } from './event-search-contract.ts';
import { eventStoreContract } from './event-store-contract.ts';
import { eventVisibilityContract } from './event-visibility-contract.ts';
import { formReceiptsContract } from './form-receipts-contract.ts';
import { idempotencyContract } from './idempotency-contract.ts';
import { invitationCandidatesContract } from './invitation-candidates-contract.ts';
import { invitationCatalogContract } from './invitation-catalog-contract.ts';
import { invitationMovesContract } from './invitation-moves-contract.ts';
import { invitationRenewalContract } from './invitation-renewal-contract.ts';
import { invitationStoreContract } from './invitation-store-contract.ts';
import { invitationTokensContract } from './invitation-tokens-contract.ts';
import { inviteLinkContract } from './invite-link-contract.ts';
import { mailOutboxContract } from './mail-outbox-contract.ts';
import { ownEventsContract } from './own-events-contract.ts';
import { ownSessionsContract } from './own-sessions-contract.ts';
import { quotasContract } from './quotas-contract.ts';
import { rsvpStoreContract } from './rsvp-store-contract.ts';
import { savedStoreContract } from './saved-store-contract.ts';
import { sessionStoreContract } from './session-store-contract.ts';
import { signInNetworksContract } from './sign-in-networks-contract.ts';
import { signInStoreContract } from './sign-in-store-contract.ts';
import { snapshotVersionsContract } from './snapshot-versions-contract.ts';
import { suppressionListContract } from './suppression-list-contract.ts';
import { unitOfWorkContract } from './unit-of-work-contract.ts';
import { upcomingEventsContract } from './upcoming-events-contract.ts';
import { userStoreContract } from './user-store-contract.ts';
import { vocabularyContract } from './vocabulary-contract.ts';

export * as fixtures from './fixtures.ts';
export {
  type Adapters,
  concurrently,
  type Needs,
  type Open,
  rolledBack,
  type TestScope,
  type UnitOfWorkOf,
  withAdapters,
} from './harness.ts';
export { nodeTestScope, vitestScope } from './test-scopes.ts';

/** What any set of adapters must pass, by the port or the part of one that it speaks of. */
export const contracts = {
  accountErasure: accountErasureContract,
  attendeeList: attendeeListContract,
  attendeeRemoval: attendeeRemovalContract,
  attendeeReturn: attendeeReturnContract,
  quotas: quotasContract,
  accountQuotas: accountQuotasContract,
  blocks: blockStoreContract,
  calendars: calendarStoreContract,
  callWindows: callWindowsContract,
  categories: categoryStoreContract,
  snapshotVersions: snapshotVersionsContract,
  circleMembers: circleMembersContract,
  circles: circleStoreContract,
  eventArea: eventAreaContract,
  eventCatalog: eventCatalogContract,
  eventRemoval: eventRemovalContract,
  eventSearch: eventSearchContract,
  eventVisibility: eventVisibilityContract,
  events: eventStoreContract,
  formReceipts: formReceiptsContract,
  idempotency: idempotencyContract,
  invitationCandidates: invitationCandidatesContract,
  invitationCatalog: invitationCatalogContract,
  invitationMoves: invitationMovesContract,
  invitationRenewal: invitationRenewalContract,
  invitationTokens: invitationTokensContract,
  invitations: invitationStoreContract,
  inviteLinks: inviteLinkContract,
  mailOutbox: mailOutboxContract,
  ownEvents: ownEventsContract,
  ownSessions: ownSessionsContract,
  rsvps: rsvpStoreContract,
  saved: savedStoreContract,
  sessions: sessionStoreContract,
  signInNetworks: signInNetworksContract,
  signIns: signInStoreContract,
  suppressions: suppressionListContract,
  unitOfWork: unitOfWorkContract,
  upcomingEvents: upcomingEventsContract,
  users: userStoreContract,
  vocabulary: vocabularyContract,
} as const;
