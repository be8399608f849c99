import type { CircleId, UserId } from '../ids.ts';

/** A person's own named group of users, to invite in one go. */
export interface Circle {
  readonly id: CircleId;
  readonly ownerId: UserId;
  readonly name: string;
  readonly memberCount: number;
  readonly createdAt: Date;
}
