import type { ServerResponse } from 'node:http';

const closeListeners = Symbol('closeListeners');

type Response = ServerResponse & { [closeListeners]?: (() => void)[] };

/**
 * Calls the work when the response was sent or its connection closed. The closeListeners of a response share one listener: each
 * listener costs a cached response about a percent.
 */
export const onClosed = (response: Response, work: () => void): void => {
  const listeners = response[closeListeners];
  if (listeners) listeners.push(work);
  else {
    const all = [work];
    response[closeListeners] = all;
    response.once('close', () => {
      for (const each of all) each();
    });
  }
};
