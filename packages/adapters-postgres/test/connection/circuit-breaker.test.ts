import t from 'tap';
import { openCircuit } from '../../src/connection/circuit-breaker.ts';

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};

t.test('a circuit opens after failures in a row, and closes by itself when a probe succeeds', async (t) => {
  let isReachable = false;
  let probes = 0;
  const circuit = openCircuit(async () => {
    probes += 1;
    if (!isReachable) throw new Error('unreachable');
  });
  const miss = (times: number) => {
    for (let time = 0; time < times; time += 1) circuit.recordFailure();
  };
  miss(4);
  circuit.recordSuccess();
  miss(4);
  t.notOk(circuit.isOpen, 'an answer in between resets the count');
  miss(1);
  t.ok(circuit.isOpen);
  circuit.recordSuccess();
  t.ok(circuit.isOpen, 'a late response does not close it');
  await until(() => probes > 1);
  t.ok(circuit.isOpen);
  isReachable = true;
  await until(() => !circuit.isOpen);
  const last = probes;
  miss(4);
  t.notOk(circuit.isOpen, 'the failures count from zero again');
  circuit.stop();
  t.equal(probes, last);
});
