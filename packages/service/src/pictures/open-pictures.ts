import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { httpWebhookSender } from '@event-platform/adapters-notify';
import type { Clock, Dependencies, WebhookSender } from '@event-platform/domain';
import type { Config } from '../config/config.ts';
import { claimFolder, diskPictureStore } from './disk-picture-store.ts';

/** The files of pictures where the configuration says, and how caches are told of those that are gone. */
export const openPictureStore = async (
  { pictures, webhookSecret }: Pick<Config, 'pictures' | 'webhookSecret'>,
  {
    clock,
    sender = httpWebhookSender({ appName: 'pictures', allowLoopback: false }),
  }: { readonly clock: Clock; readonly sender?: WebhookSender },
): Promise<Pick<Dependencies, 'pictureStore' | 'purgePictures'>> => ({
  pictureStore: pictures.s3
    ? (await import('./s3-picture-store.ts')).s3PictureStore(pictures.s3, pictures.url)
    : diskPictureStore(pictures.folder, pictures.url),
  purgePictures: async (urls) => {
    if (pictures.purgeUrl === undefined || webhookSecret === undefined) return;
    const at = clock.now();
    const status = await sender.post({
      url: pictures.purgeUrl,
      id: randomUUID(),
      at,
      body: JSON.stringify({ type: 'pictures.purge', timestamp: at.toISOString(), data: { urls } }),
      secrets: [webhookSecret],
      isTrusted: true,
    });
    if (status === null || status >= 300) throw new Error(`the purge hook responded ${status ?? 'nothing'}`);
  },
});

const { resolve } = createRequire(import.meta.url);

const isInstalled = (name: string): boolean => {
  try {
    resolve(name);
    return true;
  } catch {
    return false;
  }
};

/** Whether this platform has a decoder, without loading it. */
const hasDecoder = (): boolean =>
  [process.platform, `${process.platform}musl`].some((system) =>
    isInstalled(`@img/sharp-${system}-${process.arch}/sharp.node`),
  );

/** What keeps this process from taking pictures, a sentence each. */
export const pictureWarnings = async (
  { pictures }: Pick<Config, 'pictures'>,
  clock: Clock,
  isDecoding: () => boolean = hasDecoder,
): Promise<readonly string[]> => {
  const folderWarning = pictures.s3 ? null : await claimFolder(pictures.folder, clock);
  return [
    ...(folderWarning === null ? [] : [folderWarning]),
    ...(isDecoding() ? [] : ['Pictures: sharp has no binary for this platform; uploads are refused (503).']),
  ];
};
