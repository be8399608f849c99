import type { MemoryWorld } from '../../memory/index.ts';

export const phone = '+4915112345678';
export const network = '203.0.113.0/24';

/** A code that differs from the given one. */
export const wrong = (code: string | undefined) => String((Number(code) + 1) % 10_000).padStart(4, '0');

export const lastCode = ({ smsSent }: MemoryWorld) => smsSent.at(-1)?.code ?? 'none';

/** Requests a code and enters it. */
export const signIn = async (world: MemoryWorld, number = phone, domain = world.domain) => {
  await domain.startSignIn({ phone: number });
  return domain.checkCode({ phone: number, code: lastCode(world), network });
};
