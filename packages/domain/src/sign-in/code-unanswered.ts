/** Thrown by {@link CodeSender} when a provider did not answer in time: the SMS may have been sent. */
export class CodeUnanswered extends Error {
  constructor(message = 'no answer in time') {
    super(message);
    this.name = 'CodeUnanswered';
  }
}
