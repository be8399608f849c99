import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Prints the SMS of the console provider and keeps those of this run in `sms.log` of the data folder, for the
 * developer's own scripts. Never used in production, where the console provider is refused.
 */
export const keepSms = (dataDir: string, print: (text: string) => void): ((text: string) => void) => {
  const file = join(dataDir, 'sms.log');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(file, '', { mode: 0o600 });
  return (text) => {
    print(text);
    appendFileSync(file, text);
  };
};
