// Attacks a service that it starts itself, on loopback: node --conditions=@event-platform/source lab/attack/run.ts [ATTACK...] [--of outcomes|load] [--short]

import { parseArgs } from 'node:util';
import { cleanUp } from '../../packages/service/test/support/service-process.ts';
import { type Attack, type Finding, finding, type Target } from './attack.ts';
import { loadAttacks, outcomeAttacks } from './attacks/index.ts';
import { startRealService } from './real-service.ts';
import { openSimulation } from './simulation.ts';

/** Runs one attack and ends what it started, the last first. */
const runOne = async (attack: Attack, isShort: boolean): Promise<readonly Finding[]> => {
  const undo: (() => unknown)[] = [];
  const closing = async <Opened extends { close(): Promise<void> }>(opening: Promise<Opened>) => {
    const opened = await opening;
    undo.unshift(opened.close);
    return opened;
  };
  const target: Target = {
    isShort,
    teardown: (step) => void undo.unshift(step),
    openSimulation: (variables) => closing(openSimulation(variables)),
    startService: (variables, people) => closing(startRealService(variables, people)),
  };
  try {
    return await attack.run(target);
  } catch (error) {
    const why = `aborted: ${error instanceof Error ? error.message : String(error)}`.replaceAll(/\s+/g, ' ');
    return [finding(attack.name, '–', '–', [[false, why]])];
  } finally {
    for (const step of undo) await step();
    await cleanUp();
  }
};

const rowOf = ({ attack, cost, now, faults }: Finding): string =>
  `| ${[attack, cost, now, faults.length === 0 ? 'holds' : `**${faults.join('; ')}**`].join(' | ')} |`;

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
const lines = ['| attack | cost | now | verdict |', '|---|---|---|---|', ...findings.map(rowOf)];
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = findings.some(({ faults }) => faults.length > 0) ? 1 : 0;
