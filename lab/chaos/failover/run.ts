// The writer of a cluster is lost: node --conditions=@event-platform/source lab/chaos/failover/run.ts [FAULT...] [--short]

import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { mailCatcher } from '../../../packages/service/test/support/catchers.ts';
import { cleanUp } from '../../../packages/service/test/support/service-process.ts';
import { startCluster } from '../../local/cluster/cluster.ts';
import { newOwner } from '../scenario.ts';
import { openServices } from '../world.ts';
import { type Fault, faults, obstacle } from './faults.ts';
import { isPassed, type Row, tableOf } from './report.ts';
import { tryFault } from './try-fault.ts';

const phonesOfNewcomers = 2_000;
const replicaCount = 2;
const programs = ['patroni', 'etcd', 'haproxy', 'pgbouncer'];

/** Tries the faults one after another on a cluster of its own. */
const tryAll = async (
  selection: readonly Fault[],
  isSynchronous: boolean,
  isShort: boolean,
): Promise<readonly Row[]> => {
  const newcomers = Array.from({ length: phonesOfNewcomers }, (_, index) => `+1556${1_000_000 + index}`);
  const owner = newOwner();
  const cluster = await startCluster({ isSynchronous });
  try {
    const smtp = await mailCatcher(owner);
    const services = await openServices({
      isShort,
      variables: { ...cluster.variables, ...smtp.variables },
      url: cluster.writerUrl,
      loads: selection.length * 1.5,
      newcomers,
    });
    const replicas = await Promise.all(Array.from({ length: replicaCount }, () => services.startService()));
    const rows: Row[] = [];
    for (const fault of selection) {
      const skipped = obstacle(fault);
      process.stderr.write(`${fault.name}: ${fault.what}${skipped ? `: skipped, ${skipped}` : ''}\n`);
      const finding =
        skipped === null
          ? await tryFault(fault, { cluster, services, replicas, newcomers, isSynchronous })
          : null;
      rows.push({ fault, isSynchronous, skipped, finding });
      process.stderr.write(`${tableOf(rows.slice(-1))}\n`);
    }
    for (const { process } of replicas) process.kill('SIGTERM');
    for (const { process } of replicas) await process.ended;
    return rows;
  } finally {
    void owner.end();
    await cleanUp();
    await cluster.stop();
  }
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, asynchronous: { type: 'boolean', default: false } },
});
/** A short run without names tries the loss on purpose and the most frequent one. */
const usual = values.short ? ['switch-over', 'kill'] : faults.map(({ name }) => name);
const names = positionals.length === 0 ? usual : positionals;
const selection = faults.filter(({ name }) => names.includes(name));
if (selection.length < positionals.length) {
  process.stderr.write(`The faults are ${faults.map(({ name }) => name).join(', ')}.\n`);
  process.exit(2);
}
const missing = programs.filter((name) => spawnSync(name, ['--version']).error);
if (missing.length > 0) {
  process.stderr.write(
    `${values.short ? 'The loss of a writer was not tried. ' : ''}Install ${missing.join(', ')}: apt-get install postgresql patroni etcd-server haproxy pgbouncer\n`,
  );
  // A check of everything goes on without what a machine does not have.
  process.exit(values.short ? 0 : 2);
}
const isWhole = positionals.length === 0 && !values.short && !values.asynchronous;
/** Those that lose writes where commits wait for no standby. */
const lossy = faults.filter(({ name }) => name === 'separate' || name === 'lose-machine');
const rows = [
  ...(values.asynchronous ? [] : await tryAll(selection, true, values.short)),
  ...(values.asynchronous ? await tryAll(selection, false, values.short) : []),
  ...(isWhole ? await tryAll(lossy, false, values.short) : []),
];
process.stdout.write(`${tableOf(rows)}\n`);
process.exit(rows.every(isPassed) ? 0 : 1);
