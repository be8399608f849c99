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
}

export const defaultSettings: DomainSettings = {
  smsDailyBudget: 1_000,
  emailDailyCap: 1_000,
  smsCountries: [],
  testPhones: null,
};
