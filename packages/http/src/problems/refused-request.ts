import type { Refusal } from './problem-response.ts';

/** A request refused by HTTP's own rules, before any use case. */
export class RefusedRequest extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.name = 'RefusedRequest';
    this.refusal = refusal;
  }
}
