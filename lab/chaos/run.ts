// Injects faults into the service and its database: node --conditions=@event-platform/source lab/chaos/run.ts [SCENARIO...] [--short]

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cleanUp } from '../../packages/service/test/support/service-process.ts';
import { runInNamespaces } from '../local/cluster/namespaces.ts';
import { onExit } from '../local/program.ts';
import { allPassed, type Outcome, tableOf } from './report.ts';
import { checklist, type Finding, found, type Scenario } from './scenario.ts';
import { scenarios } from './scenarios/index.ts';
import { openWorld } from './world.ts';

const runAll = async (selection: readonly Scenario[], isShort: boolean): Promise<readonly Outcome[]> => {
  const world = await openWorld(isShort);
  try {
    const outcomes: Outcome[] = [];
    for (const scenario of selection) {
      process.stderr.write(`${scenario.name}: ${scenario.about}\n`);
      const skipped = scenario.obstacle?.(isShort) ?? null;
      const began = performance.now();
      const findings =
        skipped === null ? await scenario.run(world).catch((error) => [aborted(scenario.name, error)]) : [];
      outcomes.push({ scenario, skipped, findings });
      const seconds = ((performance.now() - began) / 1_000).toFixed(0);
      process.stderr.write(`${tableOf(outcomes.slice(-1))}\n  ${seconds} s\n`);
    }
    return outcomes;
  } finally {
    await world.close();
  }
};

const aborted = (name: string, error: unknown): Finding => {
  const why = error instanceof Error ? error.message : String(error);
  return found(name, { ...checklist(), faults: [`aborted: ${why}`.replaceAll(/\s+/g, ' ')] });
};

/** The loss of a cluster's writer has a world and a table of its own. */
const [family, ...faults] = process.argv.slice(2);
if (family === 'failover')
  process.exit(await runInNamespaces(fileURLToPath(new URL('failover/run.ts', import.meta.url)), faults));

// Also by a signal: the services and folders of all scenarios go with this process.
onExit(() => undefined);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !scenarios.some((scenario) => scenario.name === name));
if (unknown.length > 0) {
  const names = scenarios.map(({ name }) => name).join(', ');
  process.stderr.write(`There is no scenario ${unknown.join(', ')}; there are ${names}, and failover.\n`);
  process.exit(2);
}
const selection = scenarios.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
try {
  const outcomes = await runAll(selection, values.short);
  process.stdout.write(`${tableOf(outcomes)}\n`);
  process.exitCode = allPassed(outcomes) ? 0 : 1;
} finally {
  await cleanUp();
}
