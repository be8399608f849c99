import { randomUUID } from 'node:crypto';
import { type Attack, type Finding, finding } from '../attack.ts';
import { newPhone, signIn } from '../callers.ts';
import type { Simulation } from '../simulation.ts';

const minute = 60_000;

/** Exchanges a refresh token; null when it is refused. */
const refresh = async (service: Simulation, refreshToken: string, key?: string): Promise<string | null> => {
  const { status, body } = await service.call('POST /v1/auth/refresh', {
    body: { refreshToken },
    headers: key === undefined ? {} : { 'idempotency-key': `"${key}"` },
  });
  return status === 200 ? body.refreshToken : null;
};

const isAlive = async (service: Simulation, token: string | null, keyed: boolean): Promise<boolean> =>
  token !== null && (await refresh(service, token, keyed ? randomUUID() : undefined)) !== null;

interface Case {
  readonly keyed: boolean;
  readonly first: 'thief' | 'owner';
  /** Whether the first one goes on refreshing before the second one comes. */
  readonly goesOn: boolean;
}

const play = async (service: Simulation, { keyed, first, goesOn }: Case): Promise<Finding> => {
  const { refreshToken } = await signIn(service, newPhone(), {
    from: `10.9.${Math.floor(Math.random() * 256)}.1`,
  });
  const key = () => (keyed ? randomUUID() : undefined);
  // The first refresh decides whether the session is strict; the copy is of the token after it.
  const copied = (await refresh(service, refreshToken, key())) ?? '';
  let one = await refresh(service, copied, key());
  if (goesOn) {
    service.clock.advance(10 * minute);
    one = await refresh(service, one ?? '', key());
  }
  const two = await refresh(service, copied, key());
  const alive = [await isAlive(service, two, keyed), await isAlive(service, one, keyed)];
  const [thief, owner] = first === 'thief' ? [alive[1], alive[0]] : [alive[0], alive[1]];
  const state = (isIn: boolean | undefined) => (isIn ? 'stays in' : 'is out');
  // Without keys a repeat of the last exchange is taken for an answer that was lost.
  const isLenient = !keyed && !goesOn;
  return finding(
    `copied refresh token, ${first} first, ${keyed ? 'with' : 'without'} keys${goesOn ? ', and goes on' : ''}`,
    'one copied token',
    `thief ${state(thief)}, owner ${state(owner)}`,
    [[isLenient || !(thief && owner), 'thief and owner both stay signed in']],
  );
};

export const stolenRefreshToken: Attack = {
  name: 'stolen-refresh-token',
  about: 'a thief and the owner use one refresh token, first and second, with and without keys',
  run: async (target) => {
    const service = await target.openSimulation();
    const findings: Finding[] = [];
    for (const keyed of [true, false])
      for (const first of ['thief', 'owner'] as const)
        for (const goesOn of [false, true]) findings.push(await play(service, { keyed, first, goesOn }));
    return findings;
  },
};
