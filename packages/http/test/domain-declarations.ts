import { createDomain, type Dependencies } from '@event-platform/domain';

/** Its declaration can only be emitted while the domain exports every type that the use cases take and return. */
export const bindDomain = (dependencies: Dependencies) => createDomain(dependencies);
