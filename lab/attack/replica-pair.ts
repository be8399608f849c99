import type { Replica } from '../../packages/service/test/support/replica.ts';
import { newPhone } from './callers.ts';
import type { RealService } from './real-service.ts';

let networks = 0;
/** An address in networks of its own, of every width that is counted. */
export const newNetwork = (): string => {
  networks += 1;
  return `${20 + (networks % 150)}.${Math.floor(networks / 150)}.0.1`;
};

export interface PairedPerson {
  readonly id: string;
  readonly token: string;
  readonly refreshToken: string;
}

/** Two processes on one database. */
export interface ReplicaPair {
  readonly one: Replica;
  readonly other: Replica;
  /** The codes sent to a phone by either of them. */
  codesTo(phone: string): readonly string[];
  /** Starts at one process and checks the code at the other. */
  signIn(): Promise<PairedPerson>;
  /** How many of so many calls, to both by turns and all at once, are served. */
  served(count: number, call: (replica: Replica) => Promise<{ readonly status: number }>): Promise<number>;
}

export const openReplicaPair = async (service: RealService): Promise<ReplicaPair> => {
  const one = service.replica;
  const other = await service.another();
  const codesTo = (phone: string) =>
    [one, other].flatMap(({ process }) =>
      [...process.stdout().matchAll(/^SMS to (\S+): (\d{4})/gm)].flatMap(([, to, code = '']) =>
        to === phone ? [code] : [],
      ),
    );
  return {
    one,
    other,
    codesTo,
    signIn: async () => {
      const [phone, from] = [newPhone(), newNetwork()];
      await one.call('POST /v1/auth/otp/start', { from, body: { phone } });
      const body = { phone, code: codesTo(phone).at(-1) };
      const answer = await other.call('POST /v1/auth/otp/check', { from, body });
      if (answer.status !== 200) throw new Error(`A sign-in of the setup was answered ${answer.status}`);
      const { user, accessToken, refreshToken } = answer.body;
      return { id: user.id, token: accessToken, refreshToken };
    },
    served: async (count, call) => {
      const answers = await Promise.all(
        Array.from({ length: count }, (_, number) => call(number % 2 ? other : one)),
      );
      return answers.filter(({ status }) => status < 400).length;
    },
  };
};
