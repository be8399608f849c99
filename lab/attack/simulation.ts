import { randomBytes } from 'node:crypto';
import { steerableClock } from '@event-platform/domain/memory';
import { pino } from 'pino';
import { compose } from '../../packages/service/src/compose.ts';
import { readConfig } from '../../packages/service/src/config/config.ts';
import { newFolder } from '../../packages/service/test/support/service-process.ts';

/** A response, its body parsed. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the attacks read what the service says
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface CallOptions {
  /** The caller's address. */
  readonly from?: string;
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The whole service in this process, on a database of its own, at a time that the attack decides. */
export interface Simulation {
  readonly clock: ReturnType<typeof steerableClock>;
  /** `target` is a method and a path. */
  call(target: string, options?: CallOptions): Promise<Answer>;
  /** The last code that was sent to a phone. */
  codeOf(phone: string): string;
  /** The environment of the service, for its commands. */
  readonly variables: Readonly<Record<string, string>>;
  /** How many SMS were sent. */
  smsSent(): number;
  /** The mails that were sent, the oldest first. */
  readonly mails: readonly { readonly to: string; readonly text: string }[];
  close(): Promise<void>;
}

const secret = () => randomBytes(32).toString('base64url');

export const openSimulation = async (
  variables: Readonly<Record<string, string>> = {},
): Promise<Simulation> => {
  const codes = new Map<string, string>();
  let sms = 0;
  const mails: { readonly to: string; readonly text: string }[] = [];
  const clock = steerableClock(new Date());
  const print = (text: string) => {
    const [, phone, code] = /^SMS to (\S+): (\d{4})/.exec(text) ?? [];
    if (phone !== undefined && code !== undefined) {
      sms += 1;
      codes.set(phone, code);
    }
    const [, to] = /^Mail to (\S+)/.exec(text) ?? [];
    if (to !== undefined) mails.push({ to, text });
  };
  const environment = {
    NODE_ENV: 'test',
    DATA_DIR: newFolder(),
    DEMO_DATA: 'false',
    LOG_LEVEL: 'silent',
    OTP_PEPPER: secret(),
    JWT_KEYS: `first:${secret()}`,
    ...variables,
  };
  const config = readConfig(environment);
  const service = await compose(config, print, false, {
    clock,
    logger: pino({}, { write: () => undefined }),
  });
  return {
    clock,
    variables: environment,
    call: async (target, { from = '192.0.2.1', token, body, headers = {} } = {}) => {
      const [method, url] = target.split(' ') as ['GET', string];
      const response = await service.app.inject({
        method,
        url,
        remoteAddress: from,
        headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const isJson = /json/.test(String(response.headers['content-type'])) && response.body !== '';
      return {
        status: response.statusCode,
        body: isJson ? response.json() : response.body,
        headers: response.headers,
      };
    },
    codeOf: (phone) => codes.get(phone) ?? '',
    smsSent: () => sms,
    mails,
    close: service.close,
  };
};
