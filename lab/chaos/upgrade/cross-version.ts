import { randomUUID } from 'node:crypto';
import { newConcert, type Replica } from '../../../packages/service/test/support/replica.ts';

/** What one version did wrong with what the other one wrote. */
export interface CrossVersion {
  readonly checks: number;
  readonly faults: readonly string[];
  stop(): Promise<void>;
}

/**
 * Writes through one version and reads through the other, by turns, until stopped.
 * @param session of a person who signed in at either
 */
export const compareVersions = (
  one: Replica,
  other: Replica,
  session: { readonly refreshToken: string },
): CrossVersion => {
  let { refreshToken } = session;
  const faults: string[] = [];
  let checks = 0;
  let isOver = false;
  const holds = (holds: boolean, fault: string) => {
    checks += 1;
    if (!holds) faults.push(fault);
  };

  /** A round of one person, whose session either version renews. */
  const round = async (writer: Replica, reader: Replica, names: string): Promise<void> => {
    const renewResponse = await reader.call('POST /v1/auth/refresh', { body: { refreshToken } });
    holds(renewResponse.status === 200, `${names}: refresh ${renewResponse.status}`);
    refreshToken = renewResponse.body.refreshToken;
    const token = renewResponse.body.accessToken;
    const me = await writer.call('GET /v1/auth/me', { token });
    holds(me.status === 200, `${names}: the new token ${me.status}`);

    const keyed = { token, headers: { 'idempotency-key': randomUUID() }, body: newConcert() };
    const createResponse = await writer.call('POST /v1/events', keyed);
    const repeatResponse = await reader.call('POST /v1/events', keyed);
    const { id } = createResponse.body;
    holds(
      createResponse.status === 201 && repeatResponse.body.id === id,
      `${names}: a repeated key made another event`,
    );
    const path = `/v1/events/${id}`;
    const read = async () => (await reader.call(`GET ${path}`)).body;
    const { timeZone } = await read();
    holds(timeZone === 'Europe/Berlin', `${names}: time zone ${timeZone}`);
    await writer.call(`POST ${path}/rsvp`, { token, body: { status: 'going' } });
    const counted = await read();
    holds(counted.rsvpCount === 1, `${names}: count ${counted.rsvpCount} after an RSVP`);
    await writer.call(`PATCH ${path}`, { token, body: { title: 'Renamed by the other' } });
    const renamed = await read();
    holds(renamed.title === 'Renamed by the other', `${names}: an old title`);
    const search = await reader.call('GET /v1/events/search?q=renamed%20other&limit=50');
    holds(JSON.stringify(search.body.data).includes(id), `${names}: the search does not find a new title`);
    await writer.call(`POST ${path}/rsvp`, { token, body: { status: null } });
    const cleared = await read();
    holds(cleared.rsvpCount === 0, `${names}: count ${cleared.rsvpCount} after clearing`);
    await writer.call(`POST ${path}/cancel`, { token });
  };

  const runPromise = (async () => {
    while (!isOver) {
      await round(one, other, 'former to new').catch((error) => void faults.push(String(error)));
      await round(other, one, 'new to former').catch((error) => void faults.push(String(error)));
    }
  })();
  return {
    get checks() {
      return checks;
    },
    faults,
    stop: async () => {
      isOver = true;
      await runPromise;
    },
  };
};
