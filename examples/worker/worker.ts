// npm run example:worker < examples/worker/messages.jsonl
import { createInterface } from 'node:readline';
import { DomainError, type UserId } from '@event-platform/domain';
import { createMemoryDomain } from '@event-platform/domain/memory';

const { domain, runOnce, smsSent } = createMemoryDomain();
const members = new Map<string, UserId>();
const signIn = async (phone: string): Promise<UserId> => {
  await domain.startSignIn({ phone });
  const code = smsSent.at(-1)?.code ?? '';
  return (await domain.checkCode({ phone, code, network: '203.0.113.0/24' })).user.id;
};
const problemOf = (error: unknown) => {
  if (error instanceof DomainError) return error.problem;
  throw error; // The queue delivers the message again.
};

// A queue that delivers each message at least once: here the lines of the standard input.
for await (const line of createInterface({ input: process.stdin })) {
  const { id, phone, circle } = JSON.parse(line) as Record<'id' | 'phone' | 'circle', string>;
  const ownerId = members.get(phone) ?? (await signIn(phone));
  members.set(phone, ownerId);
  const outcome = await runOnce({ callerId: ownerId, requestHash: id, contentHash: line }, async (inside) => {
    const problem = await inside.createCircle({ ownerId, name: circle }).then(() => null, problemOf);
    return { response: problem?.code ?? 'done', isRefusal: problem !== null };
  });
  console.log(id, JSON.stringify(outcome));
}
