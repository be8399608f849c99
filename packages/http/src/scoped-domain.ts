import { AsyncLocalStorage } from 'node:async_hooks';
import type { Domain } from '@event-platform/domain';

/** A domain that routes use without knowing which one serves them. */
export interface ScopedDomain {
  /** Passes each command on to the domain of the innermost {@link ScopedDomain.within} around its caller. */
  readonly domain: Domain;
  /** Runs `work`, whose commands `inner` serves, also those that it gives later. */
  within<Result>(inner: Domain, work: () => Result): Result;
}

type Command = (command: unknown) => unknown;

export const scopedDomain = (outer: Domain): ScopedDomain => {
  const scope = new AsyncLocalStorage<Domain>();
  const names = Object.keys(outer) as readonly (keyof Domain)[];
  const commands = names.map((name) => {
    const pass: Command = (command) => ((scope.getStore() ?? outer)[name] as Command)(command);
    return [name, pass] as const;
  });
  return {
    domain: Object.fromEntries(commands) as unknown as Domain,
    within: (inner, work) => scope.run(inner, work),
  };
};
