/** What a client has to solve, in the terms of the protocol (ADR 0033). */
export type ProofChallenge = Readonly<Record<string, unknown>>;

/** Proofs that a client has done some work, by a protocol that clients have libraries for. */
export interface ProofOfWork {
  /** Makes a challenge for starts of `phone`, which an ordinary phone solves in about `seconds`. */
  challenge(phone: string, seconds: number, expiresAt: Date): Promise<ProofChallenge>;
  /**
   * The id of the challenge that `proof` solves, if it was made for `phone` and has not expired at `now`; null
   * for anything else. It does not tell whether the proof was used before.
   */
  verify(proof: string, phone: string, now: Date): Promise<string | null>;
}
