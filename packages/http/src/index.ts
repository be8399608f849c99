export { type App, type AppDependencies, type AppSettings, buildApp } from './build-app.ts';
export { overload } from './plugins/overload-protection.ts';
export { loggedError } from './plugins/request-log.ts';
export { clientClosedRequest, type LoggedResponse } from './plugins/response-log.ts';
export type { CallCounter, GeneralLimit } from './rate-limits/general-limit.ts';
export { memoryCallCounter } from './rate-limits/memory-call-counter.ts';
export type { RelaxedStartLimit } from './rate-limits/start-limit.ts';
