import type { DomainSettings } from '../../settings.ts';

/** The fixed code of a test number, or null for any other number and after the expiry date. */
export const testCode = ({ testPhones }: DomainSettings, phone: string, now: Date): string | null =>
  testPhones && now < testPhones.until ? (testPhones.codes[phone] ?? null) : null;
