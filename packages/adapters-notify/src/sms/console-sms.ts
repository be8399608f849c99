import type { SmsProvider } from './sms-provider.ts';

/**
 * Prints each message as one line instead of sending it. For development only: the line holds the phone
 * number and the code.
 *
 * @param write receives a line that ends in a line feed, for instance `process.stdout.write`
 */
export const consoleSms = (write: (line: string) => void): SmsProvider => ({
  name: 'console',
  async send({ to, text }) {
    write(`SMS to ${to}: ${text.replace(/\s+/g, ' ')}\n`);
  },
});
