/** Thrown by {@link CodeSender} when a provider did not respond in time: the SMS may have been sent. */
export class CodeTimeout extends Error {
  constructor(message = 'no response in time') {
    super(message);
    this.name = 'CodeTimeout';
  }
}
