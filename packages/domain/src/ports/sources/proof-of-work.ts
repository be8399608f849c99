/** What a client has to solve, in the terms of the protocol (ADR 0033). */
export type ProofChallenge = Readonly<Record<string, unknown>>;

/** A challenge that was solved. */
export interface SolvedChallenge {
  readonly id: string;
  /** What it cost when it was made. */
  readonly seconds: number;
}

/** Proofs that a client has done some work, by a protocol that clients have libraries for. */
export interface ProofOfWork {
  /** Makes a challenge for starts of `phone`, which an ordinary phone solves in about `seconds`. */
  challenge(phone: string, seconds: number, expiresAt: Date): Promise<ProofChallenge>;
  /**
   * The challenge that `proof` solves, if it was made for `phone` and has not expired at `now`; null for anything
   * else. It does not tell whether the proof was used before.
   */
  verify(proof: string, phone: string, now: Date): Promise<SolvedChallenge | null>;
}
