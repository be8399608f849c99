import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileIn = (dataDir: string): string => join(dataDir, 'sms.log');

/** Removes the SMS of the previous run. */
export const emptySmsLog = (dataDir: string): void => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(fileIn(dataDir), '', { mode: 0o600 });
};

/**
 * Prints the SMS of the console provider and keeps those of this run in `sms.log` of the data folder, for the
 * developer's own scripts. Never used in production, which rejects the console provider.
 */
export const keepSms =
  (dataDir: string, print: (text: string) => void): ((text: string) => void) =>
  (text) => {
    print(text);
    appendFileSync(fileIn(dataDir), text, { mode: 0o600 });
  };
