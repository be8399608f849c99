export { altchaProofOfWork } from './altcha-proof-of-work.ts';
export { countryAt } from './country-at.ts';
export { hmacSignInCodes } from './hmac-sign-in-codes.ts';
export { keyedHashes } from './keyed-hashes.ts';
export { mailboxKeys, type OpenMailboxKeys, opensMailboxKeys } from './mailbox-keys.ts';
export { mappedTimeZones } from './mapped-time-zones.ts';
export { type NodePorts, nodePorts } from './node-ports.ts';
export { randomTokens, systemClock, uuidSource } from './node-sources.ts';
export { type PepperUse, pepperKey } from './pepper-key.ts';
