/** What an operator decides about the rules. */
export interface DomainSettings {
  /** How many SMS a UTC day may go out that no sign-in follows. */
  readonly smsDailyBudget: number;
  /** How many invitation mails an organizer may send a UTC day. */
  readonly emailDailyCap: number;
  /** ISO 3166-1 alpha-2 codes of the countries that SMS go to; empty means all. */
  readonly smsCountries: readonly string[];
  /** Numbers of app-store reviewers: E.164 to its fixed code, good until an instant; they get no SMS. */
  readonly testPhones: { readonly codes: Readonly<Record<string, string>>; readonly until: Date } | null;
  /**
   * E.164 numbers that the budgets of SMS and of wrong guesses per phone never lock out; the pause between two SMS
   * and the tries per code hold for them as well. For demo accounts of a development service, empty otherwise.
   */
  readonly trialPhones: readonly string[];
}

export const defaultSettings: DomainSettings = {
  smsDailyBudget: 1_000,
  emailDailyCap: 1_000,
  smsCountries: [],
  testPhones: null,
  trialPhones: [],
};
