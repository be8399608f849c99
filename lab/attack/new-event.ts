import type { Simulation } from './simulation.ts';

const day = 86_400_000;

/** Whatever is called as the service is. */
export interface Called {
  call(
    target: string,
    options: { readonly token: string; readonly body: unknown },
    // biome-ignore lint/suspicious/noExplicitAny: what the service says
  ): Promise<{ readonly status: number; readonly body: any }>;
  readonly clock?: Simulation['clock'];
}

/** Makes an event in two days; resolves with its id, or with the code of the refusal. */
export const newEvent = async (
  { call, clock }: Called,
  { token }: { readonly token: string },
  changes: object = {},
): Promise<string> => {
  const startAt = (clock?.now().getTime() ?? Date.now()) + 2 * day;
  const { body } = await call('POST /v1/events', {
    token,
    body: {
      title: 'Concert',
      description: '',
      startAt: new Date(startAt).toISOString(),
      endAt: new Date(startAt + day).toISOString(),
      location: { address: 'Street 1', lat: 52.5, lng: 13.4 },
      category: 'music',
      ...changes,
    },
  });
  return body.id ?? body.code;
};
