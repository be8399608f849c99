import type { Platform, PushSender } from '@event-platform/domain';
import { consolePush } from './console-push.ts';
import type { PushProvider } from './provider-response.ts';
import type { PushSettings } from './push-settings.ts';

export interface OpenPushSettings extends PushSettings {
  /** Where `console` prints. */
  readonly write: (line: string) => void;
}

export interface ClosablePushSender {
  readonly sender: PushSender;
  close(): Promise<void>;
}

/** Opens the chosen providers, and loads the libraries of no other. */
export const openPush = async (settings: OpenPushSettings): Promise<ClosablePushSender> => {
  const { fcm, apns, expo, web, isConsole, write } = settings;
  const [fcmPush, apnsPush, expoPush, webPush] = await Promise.all([
    fcm && import('./fcm-push.ts').then((module) => module.fcmPush(fcm)),
    apns && import('./apns-push.ts').then((module) => module.apnsPush(apns)),
    expo && import('./expo-push.ts').then((module) => module.expoPush(expo)),
    web && import('./web-push.ts').then((module) => module.webPush(web)),
  ]);
  const providers: Readonly<Record<Platform, PushProvider | undefined>> = {
    fcm: fcmPush,
    apns: apnsPush,
    apns_sandbox: apnsPush,
    expo: expoPush,
    web: webPush,
  };
  const others = isConsole ? consolePush(write) : undefined;
  const senderOf = (platform: Platform) => providers[platform] ?? others;
  return {
    sender: {
      send: async (push) => (await senderOf(push.to.platform)?.send(push)) ?? { outcome: 'refused' },
      receipt: async (platform, id) => (await senderOf(platform)?.receipt(platform, id)) ?? null,
    },
    close: async () => {
      await Promise.all([fcmPush, apnsPush, expoPush, webPush].map((provider) => provider?.close()));
    },
  };
};
