/** How people reach the operator, and what the law has them told; null for what there is not. */
export interface OperatorContact {
  /** An address of mail. */
  readonly email: string | null;
  readonly imprintUrl: string | null;
  readonly privacyUrl: string | null;
  readonly termsUrl: string | null;
}
