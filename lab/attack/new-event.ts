import type { SignedIn } from './callers.ts';
import type { Simulation } from './simulation.ts';

const day = 86_400_000;

/** Makes an event in two days; resolves with its id, or with the code of the refusal. */
export const newEvent = async (
  service: Simulation,
  { token }: Pick<SignedIn, 'token'>,
  changes: object = {},
): Promise<string> => {
  const startAt = new Date(service.clock.now().getTime() + 2 * day);
  const { body } = await service.call('POST /v1/events', {
    token,
    body: {
      title: 'Concert',
      description: '',
      startAt: startAt.toISOString(),
      endAt: new Date(startAt.getTime() + day).toISOString(),
      location: { address: 'Street 1', lat: 52.5, lng: 13.4 },
      category: 'music',
      ...changes,
    },
  });
  return body.id ?? body.code;
};
