// A thread that answers events over HTTP at a constant rate until it is told to end. The loads keep the event loop of the
// main thread busy: requests sent from there would slow down the load and not the service.

import { parentPort, workerData } from 'node:worker_threads';

/** What the thread sends, again and again in order. */
export interface SentRsvps {
  readonly url: string;
  readonly perSecond: number;
  readonly rsvps: readonly {
    readonly eventId: string;
    readonly authorization: string;
    readonly status: 'going' | 'interested';
  }[];
}

const { url, perSecond, rsvps } = workerData as SentRsvps;
const sending: Promise<void>[] = [];

const send = async ({ eventId, authorization, status }: SentRsvps['rsvps'][number]): Promise<void> => {
  const response = await fetch(`${url}/v1/events/${eventId}/rsvp`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ status }),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`an RSVP was answered with ${response.status}`);
};

const timer = setInterval(() => {
  const next = rsvps[sending.length % rsvps.length];
  if (next) sending.push(send(next));
}, 1_000 / perSecond);

parentPort?.once('message', async () => {
  clearInterval(timer);
  const failed = (await Promise.allSettled(sending)).find(({ status }) => status === 'rejected');
  parentPort?.postMessage(failed ? String((failed as PromiseRejectedResult).reason) : null);
});
