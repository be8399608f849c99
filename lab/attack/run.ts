// Attacks a service that it starts itself, on loopback: node --conditions=@event-platform/source lab/attack/run.ts [ATTACK...] [--of outcomes|load] [--short]

import { parseArgs } from 'node:util';
import { cleanUp } from '../../packages/service/test/support/service-process.ts';
import type { Attack, Finding, Target } from './attack.ts';
import { loadAttacks, outcomeAttacks } from './attacks/index.ts';
import { hasFailed, tableOf } from './report.ts';
import { openSimulation, type Simulation } from './simulation.ts';

const aborted = ({ name }: Attack, error: unknown): Finding => ({
  attack: name,
  cost: '–',
  before: '–',
  now: '–',
  faults: [`aborted: ${error instanceof Error ? error.message : String(error)}`.replaceAll(/\s+/g, ' ')],
});

/** Runs one attack and closes what it opened. */
const runOne = async (attack: Attack, isShort: boolean): Promise<readonly Finding[]> => {
  const opened: Simulation[] = [];
  const target: Target = {
    isShort,
    openSimulation: async (variables) => {
      const simulation = await openSimulation(variables);
      opened.push(simulation);
      return simulation;
    },
  };
  try {
    return await attack.run(target);
  } catch (error) {
    return [aborted(attack, error)];
  } finally {
    for (const simulation of opened) await simulation.close();
    await cleanUp();
  }
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, of: { type: 'string' } },
});
const attacks = [
  ...(values.of === 'load' ? [] : outcomeAttacks),
  ...(values.of === 'outcomes' ? [] : loadAttacks),
];
const unknown = positionals.filter((name) => !attacks.some((attack) => attack.name === name));
if (unknown.length > 0) {
  const names = attacks.map(({ name }) => name).join(', ');
  process.stderr.write(`There is no attack ${unknown.join(', ')}; there are ${names}.\n`);
  process.exit(2);
}
const findings: Finding[] = [];
for (const attack of attacks) {
  if (positionals.length > 0 && !positionals.includes(attack.name)) continue;
  process.stderr.write(`${attack.name}: ${attack.about}\n`);
  const began = performance.now();
  findings.push(...(await runOne(attack, values.short)));
  process.stderr.write(`  ${((performance.now() - began) / 1_000).toFixed(0)} s\n`);
}
process.stdout.write(`${tableOf(findings)}\n`);
process.exitCode = findings.some(hasFailed) ? 1 : 0;
