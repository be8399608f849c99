import type { PushSender } from '@event-platform/domain';

/** Says when a provider refuses the service: its keys or certificates may have ended. */
export const deniedPushes = (inner: PushSender, warn: (line: string) => void): PushSender => ({
  ...inner,
  send: async (push) => {
    const result = await inner.send(push);
    if (result.outcome === 'denied')
      warn(
        `the push provider ${push.to.platform.replace('_sandbox', '')} refuses the service: are its credentials still good?`,
      );
    return result;
  },
});
