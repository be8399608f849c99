import { day } from '../time.ts';

/**
 * For how long a new account of an erased one's phone takes over what erasing must not shed: removals from events,
 * blocks by others, and budgets. As long as sign-in remembers a phone.
 */
export const erasurePolicy = { retention: 90 * day } as const;
