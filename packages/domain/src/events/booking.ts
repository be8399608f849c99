import type { PublicUser } from '../users/user.ts';

/** `confirmed` holds seats, `waitlisted` waits for them. */
export type BookingStatus = 'confirmed' | 'waitlisted';

/** The seats of one person at one event. */
export interface Booking {
  readonly id: string;
  readonly quantity: number;
  readonly status: BookingStatus;
  /** The bookings ahead plus one; null when confirmed. */
  readonly position: number | null;
  readonly createdAt: Date;
}

/** A booking as its holder sees it. */
export interface OwnBooking extends Booking {
  /** Checks its holder in: 128 random bits, base64url. */
  readonly code: string;
}

/** A booking as the managers of its event see it. */
export interface GuestBooking extends Booking {
  readonly user: PublicUser;
}
