import { latencyOf, type RealService } from './real-service.ts';

/** What an attack may add to the memory of the process, in megabytes. */
export const mostMb = 50;

/** A process that has done little takes up to a hundred megabytes for whatever it does next. */
const usual = { requests: 1_000, ms: 10_000 };

/** Reads lists as one account until the process has taken what it takes for usual work. */
export const warmUp = async ({ replica }: RealService, token: string): Promise<void> => {
  const end = performance.now() + usual.ms;
  for (let count = 0; count < usual.requests && performance.now() < end; count += 1)
    await latencyOf(`${replica.url}/v1/events?limit=50`, { authorization: `Bearer ${token}` });
};

/** Watches the memory of the process; returns what ends it and tells by how many megabytes it grew at most. */
export const watchMemory = (service: RealService): (() => number) => {
  const startMb = service.residentMb();
  let mostSeenMb = startMb;
  const timer = setInterval(() => {
    mostSeenMb = Math.max(mostSeenMb, service.residentMb());
  }, 20);
  return () => {
    clearInterval(timer);
    return mostSeenMb - startMb;
  };
};
