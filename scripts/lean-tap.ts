// Loaded before each file of tests, and before tap's own modules (`.taprc`). Leaves out two things that tap does in every
// process and that these tests do not need; they took a quarter of the processor time of all tests.
import { registerHooks } from 'node:module';

const source = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;

/**
 * To know which test an error belongs to that no test awaits, tap follows every promise with async_hooks until it is
 * collected. Without that such an error ends the process, and the test that runs then is the one that fails.
 */
const promises = [
  'async-hook-domain',
  source('export class Domain { constructor(onerror) { this.onerror = onerror; } destroy() {} }'),
] as const;

/** Notes which modules each process loads, and has the programs that tests start do so; only coverage reads that. */
const modules = ['/@tapjs/processinfo/dist/esm/import.mjs', source('')] as const;

/**
 * These spend their time in programs and browsers that they start, where coverage is not measured. What they run in this process
 * the other tests run as well.
 */
const startsPrograms = /\/(browser\/all|docs-and-examples|every-route|server\.test)\.ts$/;
if (startsPrograms.test(process.argv[1] ?? '')) process.env._TAPJS_PROCESSINFO_COVERAGE_ = '0';

const measuresCoverage = process.env._TAPJS_PROCESSINFO_COVERAGE_ !== '0';
const leftOut = measuresCoverage ? [promises] : [promises, modules];

const options = process.env.NODE_OPTIONS;
if (options && !measuresCoverage)
  process.env.NODE_OPTIONS = options.replace(/"--import=[^"]*@tapjs\/processinfo[^"]*"/, '');

registerHooks({
  resolve: (specifier, context, next) => {
    const url = leftOut.find(([end]) => specifier.endsWith(end))?.[1];
    return url === undefined ? next(specifier, context) : { url, shortCircuit: true };
  },
});
