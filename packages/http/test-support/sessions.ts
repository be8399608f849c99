import type { Person, TestApp } from './test-app.ts';

/** Exchanges a refresh token, with an idempotency key or without. */
export const refreshing =
  ({ call }: Pick<TestApp, 'call'>) =>
  (refreshToken: string, key?: string) =>
    call('POST /v1/auth/refresh', {
      body: { refreshToken },
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    });

/** A further session of the person, on a device, which may have a name of its own. */
export const signInAgain = async (
  { call, world }: TestApp,
  { phone }: Person,
  device?: string,
  deviceName?: string,
) => {
  world.clock.advance(60_000);
  const headers: Record<string, string> = device === undefined ? {} : { 'user-agent': device };
  await call('POST /v1/auth/otp/start', { body: { phone }, ip: '198.51.100.7' });
  const code = world.smsSent.at(-1)?.code;
  const { body } = await call('POST /v1/auth/otp/check', {
    body: { phone, code, deviceName },
    ip: '198.51.100.7',
    headers,
  });
  return body as { readonly accessToken: string; readonly refreshToken: string };
};
