import type { ServerResponse } from 'node:http';

const works = Symbol('works');

type Response = ServerResponse & { [works]?: (() => void)[] };

/**
 * Calls the work when the response was sent or its connection closed. The works of a response share one listener: each
 * listener costs a cached response about a percent.
 */
export const onClosed = (response: Response, work: () => void): void => {
  const known = response[works];
  if (known) known.push(work);
  else {
    const all = [work];
    response[works] = all;
    response.once('close', () => {
      for (const each of all) each();
    });
  }
};
