export type { ClientSettings } from './client-settings.ts';
export { createClient, type EventPlatformClient } from './create-client.ts';
export { type ClientFault, EventPlatformError, type ProblemCode } from './event-platform-error.ts';
export type * from './generated/types.gen.ts';
export type { InvitationOutcome } from './kept-invitations.ts';
export type { Call, CallOptions, ListCall } from './operation.ts';
export type { RetrySettings } from './retries.ts';
export type { SignedOutReason } from './session.ts';
export { browserStorage, type KeptInvitation, memoryStorage, type Storage, type Tokens } from './storage.ts';
