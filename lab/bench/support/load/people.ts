import type { SessionId, User, UserId } from '@event-platform/domain';
import type { Bench } from '../servers/bench.ts';

const numbers = 100_000_000;
/** Coprime to the count of numbers: it visits each once, and successive ones rarely share a block of numbers. */
const stride = 70_000_039;
let phonesTaken = 0;

/** An unused German mobile number in E.164 form. */
export const newPhone = (): string => {
  phonesTaken += 1;
  return `+49151${String((phonesTaken * stride) % numbers).padStart(8, '0')}`;
};

/** Adds a person with a new phone. */
export const addPerson = async ({ dependencies }: Bench): Promise<User> => {
  const { stores, ids, clock } = dependencies;
  const id = ids.next() as UserId;
  const { user } = await stores.users.signUp({
    id,
    phone: newPhone(),
    name: 'Bench Person',
    username: `bench-${phonesTaken}`,
    avatar: null,
    bio: '',
    role: 'user',
    city: '',
    email: null,
    locale: null,
    peacesBalance: 0,
    metadata: {},
    createdAt: clock.now(),
    suspendedAt: null,
    suspensionReason: null,
  });
  return user;
};

/** Adds a session, with the refresh token of its first generation. */
export const addSession = async (
  { dependencies, refreshTokens }: Bench,
  userId: UserId,
): Promise<{ readonly id: SessionId; readonly refreshToken: string }> => {
  const { stores, ids, clock } = dependencies;
  const id = ids.next() as SessionId;
  const at = clock.now();
  await stores.sessions.open({
    id,
    userId,
    generation: 1,
    confirmed: false,
    createdAt: at,
    refreshedAt: at,
    lastUsedAt: at,
    device: '',
    strict: false,
    isReceipt: false,
    endedAt: null,
  });
  return { id, refreshToken: refreshTokens.issue({ id, generation: 1 }) };
};
