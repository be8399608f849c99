import type { Test } from 'tap';
import type { Call, CallResponse, TestApp } from './test-app.ts';

/** Whether an answer is an earlier one again, as its header says. */
export const replayed = ({ headers }: CallResponse) => headers['idempotency-replayed'];

/** The header of a key. */
export const key = (value: string) => ({ 'idempotency-key': value });

/** What a repetition gets again. */
export const repeatableParts = ({ status, headers, text }: CallResponse) => [
  status,
  headers['content-type'],
  headers.location,
  text,
];

/** Sends the same call twice with a key of its own, and expects one effect and one answer. */
export const sendTwice = async (t: Test, { call }: TestApp, target: string, options: Call, name = target) => {
  const keyed = { ...options, headers: key(`"${name}"`) };
  const first = await call(target, keyed);
  const second = await call(target, keyed);
  t.strictSame(repeatableParts(second), repeatableParts(first), `${name}: the same answer`);
  t.strictSame([replayed(first), replayed(second)], [undefined, 'true'], name);
  t.not(second.headers['x-request-id'], first.headers['x-request-id'], `${name}: another response`);
  return first;
};
