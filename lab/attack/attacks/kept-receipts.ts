import { type Attack, type Finding, finding } from '../attack.ts';
import { newPhone, type SignedIn, signIn } from '../callers.ts';
import { newEvent } from '../new-event.ts';
import type { Answer, Simulation } from '../simulation.ts';
import { newOperator } from './operators.ts';

const minute = 60_000;
const between = 4 * minute;

const post = (service: Simulation, path: string, fields: Record<string, string>, cookie?: string) =>
  service.call(`POST ${path}`, {
    from: '10.7.7.7',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(cookie ? { cookie } : {}) },
    body: new URLSearchParams(fields).toString(),
  });

const fieldOf = ({ body }: Answer, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(String(body))?.[1] ?? '';

const formOf = async (service: Simulation, path: string, cookie?: string): Promise<string> =>
  fieldOf(await service.call(`GET ${path}`, cookie ? { headers: { cookie } } : {}), 'form');

/** The receipt of an answer on a page, and the cookie of a guest who stays. */
const answer = async (service: Simulation, path: string, phone: string, stay: string) => {
  const codePage = await post(service, `${path}/code`, { form: await formOf(service, path), phone });
  const done = await post(service, `${path}/rsvp`, {
    ...{ form: fieldOf(codePage, 'form'), once: fieldOf(codePage, 'once') },
    ...{ phone, code: service.codeOf(phone), answer: 'going', stay },
  });
  const receipt = fieldOf(done, 'receipt');
  if (!receipt) throw new Error(`The answer of the setup was refused: ${done.status}`);
  const [cookie = ''] = String(done.headers['set-cookie'] ?? '').split(';');
  return { receipt, cookie };
};

/** A thief uses a receipt again and again, with forms of their own; how often and for how long that works. */
const useOn = async (service: Simulation, path: string, receipt: string, spanMs: number) => {
  let [uses, tries, lastUse] = [0, 0, 0];
  const start = service.clock.now().getTime();
  for (; service.clock.now().getTime() - start < spanMs; tries += 1) {
    const fields = { form: await formOf(service, path), receipt, answer: tries % 2 ? 'none' : 'interested' };
    if ((await post(service, `${path}/rsvp`, fields)).status === 200) {
      uses += 1;
      lastUse = service.clock.now().getTime() - start;
    }
    service.clock.advance(between);
  }
  return { uses, tries, minutes: lastUse / minute };
};

interface Ending {
  readonly what: string;
  readonly stays?: boolean;
  /** Ends what the receipt is bound to. */
  end(owner: SignedIn, cookie: string): Promise<Answer>;
}

export const keptReceipts: Attack = {
  name: 'kept-receipts',
  about: 'a thief keeps the receipt in a form of a page, and uses it every few minutes',
  run: async (target) => {
    const service = await target.openSimulation();
    // Before the hours that the thief spends: no operator's token is good for so long.
    const operator = await newOperator(service);
    const host = await signIn(service, newPhone(), { from: '10.1.1.1' });
    const path = `/e/${await newEvent(service, host)}`;
    const act = (owner: SignedIn, what: string) =>
      service.call(`POST /v1/operator/users/${owner.id}/${what}`, {
        token: operator.token,
        body: { reason: 'Fraud.' },
      });
    const endings: readonly Ending[] = [
      {
        what: 'after a suspension that is lifted',
        end: async (owner) => {
          await act(owner, 'suspend');
          return act(owner, 'lift');
        },
      },
      {
        what: 'after `end-others`',
        end: ({ token }) => service.call('POST /v1/auth/sessions/end-others', { token }),
      },
      {
        what: 'after a sign-out of a guest who stays',
        stays: true,
        end: async (_owner, cookie) =>
          post(service, '/sign-out', { form: await formOf(service, path, cookie) }, cookie),
      },
    ];
    const findings: Finding[] = [];
    const attack = 'a kept receipt is used every four minutes';
    for (const { what, stays = false, end } of endings) {
      const phone = newPhone();
      const owner = await signIn(service, phone, { from: '10.2.1.1' });
      service.clock.advance(minute);
      const { receipt, cookie } = await answer(service, path, phone, stays ? '1' : '');
      const first = await useOn(service, path, receipt, 1);
      const { status } = await end(owner, cookie);
      const { uses, tries } = await useOn(service, path, receipt, 24 * minute);
      findings.push(
        finding(`${attack} ${what}`, 'one page, 24 simulated minutes', `${uses} of ${tries} uses`, [
          [first.uses === 1, 'the receipt never worked'],
          [status < 400, `not ended: ${status}`],
          [uses === 0, `used ${uses} times`],
        ]),
      );
    }
    const { receipt } = await answer(service, path, newPhone(), '');
    const { uses, tries, minutes } = await useOn(service, path, receipt, 120 * minute);
    const now = `${uses} of ${tries} uses, the last after ${minutes} minutes`;
    const holds = minutes > 0 && minutes < 30;
    return [...findings, finding(`${attack} from the code on`, 'one page, 2 simulated hours', now, holds)];
  },
};
