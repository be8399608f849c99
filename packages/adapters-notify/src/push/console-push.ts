import type { PushSender } from '@event-platform/domain';

/**
 * Prints a line for each push instead of sending it.
 * @param write receives a line that ends in a line feed
 */
export const consolePush = (write: (line: string) => void): PushSender => ({
  send: async ({ to, title, body, data }) => {
    const text = [title, body].filter((part) => part !== '').join(' – ');
    write(`Push to ${to.platform} ${to.address.slice(0, 8)}…: ${text.replace(/\s+/g, ' ')} (${data.kind})\n`);
    return { outcome: 'taken' };
  },
  receipt: async () => 'delivered',
});
