/** One SMS on its way to a provider. `id` is stable for one message, `to` is E.164, `text` is GSM-7. */
export interface Sms {
  readonly id: string;
  readonly to: string;
  readonly text: string;
}

/** A company or service that takes SMS for delivery. */
export interface SmsProvider {
  /** Names the provider in errors and reports. */
  readonly name: string;
  /**
   * Resolves once the provider has taken the message.
   *
   * @throws SmsRejected when the provider refuses this message: another try would be refused too.
   * @throws SmsUnavailable when the provider did not judge the message, or its response was lost; SmsTimeout
   *   when it did not respond in time.
   */
  send(sms: Sms): Promise<void>;
}

/** The provider refused the message for good. Carries neither the phone number nor the text. */
export class SmsRejected extends Error {
  readonly provider: string;

  constructor(provider: string, reason: string) {
    super(`${provider} refused the message: ${reason}`);
    this.name = 'SmsRejected';
    this.provider = provider;
  }
}

/** The provider could not be used just now. Carries neither the phone number nor the text. */
export class SmsUnavailable extends Error {
  readonly provider: string;

  constructor(provider: string, reason: string) {
    super(`${provider} is unavailable: ${reason}`);
    this.name = 'SmsUnavailable';
    this.provider = provider;
  }
}

/** The provider did not respond in time: it may have taken the message. */
export class SmsTimeout extends SmsUnavailable {
  constructor(provider: string) {
    super(provider, 'no response in time');
    this.name = 'SmsTimeout';
  }
}
