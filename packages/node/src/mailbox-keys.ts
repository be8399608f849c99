import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { MailboxKeys, SealedKeys, WebhookSecrets } from '@event-platform/domain';
import { pepperKey } from './pepper-key.ts';

/** The domain's {@link MailboxKeys} over one key, which all replicas share. */
export interface OpenMailboxKeys extends MailboxKeys {
  /** Secrets of webhooks, derived from the same key. */
  readonly webhookSecrets: WebhookSecrets;
  /** Makes the key where there is none, and seals it under the current pepper where it was sealed under another. */
  open(): Promise<void>;
}

const name = 'mailbox keys';
const cipher = 'aes-256-gcm';
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
/** 128 bits: keys of mailboxes do not collide, and a token cannot be guessed. */
const hashBytes = 16;
/** The characters of such a hash in base64url. */
const hashLength = 22;

const sealedUnder = (pepper: Buffer, key: Buffer): string => {
  const iv = randomBytes(ivBytes);
  const encryption = createCipheriv(cipher, pepperKey(pepper, name), iv);
  return Buffer.concat([iv, encryption.update(key), encryption.final(), encryption.getAuthTag()]).toString(
    'base64url',
  );
};

const openedBy = (pepper: Buffer, sealedKey: string): Buffer | null => {
  const bytes = Buffer.from(sealedKey, 'base64url');
  if (bytes.length !== ivBytes + keyBytes + tagBytes) return null;
  const decryption = createDecipheriv(cipher, pepperKey(pepper, name), bytes.subarray(0, ivBytes));
  decryption.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([decryption.update(bytes.subarray(ivBytes, -tagBytes)), decryption.final()]);
  } catch {
    return null;
  }
};

/** Whether one of these peppers opens what a service sealed in this database; true also where none has sealed anything. */
export const opensMailboxKeys = async (
  store: Pick<SealedKeys, 'find'>,
  peppers: readonly Buffer[],
): Promise<boolean> => {
  const sealedKey = await store.find(name);
  return sealedKey === null || peppers.some((pepper) => openedBy(pepper, sealedKey) !== null);
};

/**
 * Keys of mailboxes by HMAC-SHA256 under a random key that never changes: what is hashed cannot be hashed anew. It lies in
 * the database, encrypted under the current pepper, so that neither reveals an address without the other and the
 * pepper can be rotated (ADR 0030).
 * @param peppers the current one first
 * @param warn receives one line when no pepper opens the key, which is then replaced
 * @throws {RangeError} when there is no pepper
 */
export const mailboxKeys = (
  store: SealedKeys,
  peppers: readonly Buffer[],
  warn: (message: string) => void,
): OpenMailboxKeys => {
  const [current] = peppers;
  if (!current) throw new RangeError('There must be a pepper for the keys of mailboxes');

  const open = async (): Promise<Buffer> => {
    for (;;) {
      const sealedKey = await store.find(name);
      const keys = sealedKey === null ? [] : peppers.map((pepper) => openedBy(pepper, sealedKey));
      if (keys[0]) return keys[0];
      const openedKey = keys.find((key) => key !== null);
      if (sealedKey !== null && !openedKey)
        warn('no pepper opens the key of mailboxes: addresses that unsubscribed will receive mail again');
      const key = openedKey ?? randomBytes(keyBytes);
      const fresh = sealedUnder(current, key);
      if ((await store.replace(name, sealedKey, fresh)) === fresh) return key;
    }
  };
  let opening: Promise<Buffer> | undefined;
  const key = (): Promise<Buffer> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  const hash = async (use: 'mailbox' | 'unsubscribe', text: string): Promise<string> =>
    createHmac('sha256', await key())
      .update(`${use}\n${text}`)
      .digest()
      .subarray(0, hashBytes)
      .toString('base64url');
  return {
    open: async () => {
      await key();
    },
    webhookSecrets: {
      of: async ({ id }, generation) =>
        `whsec_${createHmac('sha256', await key())
          .update(`webhook\n${id}\n${generation}`)
          .digest('base64')}`,
    },
    keysOf: (mailboxes) => Promise.all(mailboxes.map((mailbox) => hash('mailbox', mailbox))),
    tokenOf: async (mailbox) => `${mailbox}${await hash('unsubscribe', mailbox)}`,
    keyIn: async (token) => {
      const mailbox = token.slice(0, hashLength);
      const mac = Buffer.from(token.slice(hashLength));
      const expectedTag = Buffer.from(await hash('unsubscribe', mailbox));
      return mac.length === expectedTag.length && timingSafeEqual(mac, expectedTag) ? mailbox : null;
    },
  };
};
