/** A telephone number and its place in the numbering plans. */
export interface PhoneNumber {
  /** Canonical E.164, for instance `+447700900123`: one number has one such form. */
  readonly e164: string;
  /** ISO 3166-1 alpha-2, or null for numbers of no country. */
  readonly country: string | null;
  /** False for premium-rate, shared-cost and other numbers that an SMS must never be sent to. */
  readonly mayReceiveSms: boolean;
}

/** A country with numbers of its own. */
export interface PhoneCountry {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** Without its plus; several countries may share one. */
  readonly callingCode: string;
}
