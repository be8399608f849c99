import { openSms } from '@event-platform/adapters-notify';
import type { CodeSender, SmsSender } from '@event-platform/domain';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { keepSms } from './sms-log.ts';

/** What a program does with the SMS, beside sending them. */
interface Surroundings {
  /** The output of the console provider. */
  readonly print: (text: string) => void;
  readonly logger: Logger;
  readonly onFailover: () => void;
}

/** The configured SMS providers, which log what they could not send. */
export const openCodeSender = (
  { sms, dataDir }: Pick<Config, 'sms' | 'dataDir'>,
  { print, logger, onFailover }: Surroundings,
): CodeSender & SmsSender => {
  const providers = openSms({
    ...sms,
    write: sms.provider === 'console' ? keepSms(dataDir, print) : print,
    onFailover: (error) => {
      onFailover();
      logger.warn({ reason: error.message }, 'the SMS fallback takes over');
    },
  });
  const logged = async (sending: Promise<void>): Promise<void> => {
    try {
      await sending;
    } catch (error) {
      // The adapters' messages name the provider and its status, never the phone or the text.
      logger.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'no provider took an SMS');
      throw error;
    }
  };
  return {
    sendCode: (message) => logged(providers.sendCode(message)),
    sendText: (message) => logged(providers.sendText(message)),
  };
};
