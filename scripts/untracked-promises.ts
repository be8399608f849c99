// Loaded before each file of tests (`.taprc`). To know which test an error belongs to that no test awaits, tap follows
// every promise with async_hooks until it is collected: half of the time of the domain's tests, a fifth of those of the
// PostgreSQL adapter. Without that the test that runs when such an error occurs is the one that fails.
import { registerHooks } from 'node:module';

const standIn = 'export class Domain { constructor(onerror) { this.onerror = onerror; } destroy() {} }';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'async-hook-domain'
      ? { url: `data:text/javascript,${encodeURIComponent(standIn)}`, shortCircuit: true }
      : next(specifier, context),
});
