import type { Refusal } from './problem-response.ts';

/** A request that breaks a rule of HTTP; no use case runs. */
export class RefusedRequest extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.name = 'RefusedRequest';
    this.refusal = refusal;
  }
}
