export { memoryFormReceipts } from './idempotency/memory-form-receipts.ts';
export { memoryIdempotency } from './idempotency/memory-idempotency.ts';
export { createMemoryDomain, type MemoryDomain } from './memory-domain.ts';
export { memoryProof } from './memory-sources.ts';
export { memoryStores } from './memory-stores.ts';
export { memoryUnitOfWork } from './memory-unit-of-work.ts';
export {
  createMemoryWorld,
  type MemoryOptions,
  type MemoryWorld,
  runningClock,
  type SteerableClock,
  steerableClock,
} from './memory-world.ts';
export { memoryPictureDecoder } from './pictures/memory-picture-decoder.ts';
export { type MemoryPictures, memoryPictureStore } from './pictures/memory-picture-store.ts';
export { newTables, type Tables } from './tables.ts';
