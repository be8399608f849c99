import type { Push, PushResult } from '@event-platform/domain';
import { postJson } from './post-json.ts';
import { type PushProvider, resultOf, unanswered } from './provider-response.ts';
import type { ExpoSettings } from './push-settings.ts';

const expoOrigin = 'https://exp.host';

const messageOf = ({ to, title, body, data, collapseKey, badge, at, expiresAt }: Push) => ({
  to: to.address,
  title,
  body,
  data,
  badge,
  sound: 'default',
  priority: 'high',
  channelId: 'notices',
  ttl: Math.floor((expiresAt.getTime() - at.getTime()) / 1_000),
  collapseId: collapseKey,
  tag: collapseKey,
});

/** A ticket, or a receipt. */
interface Ticket {
  readonly status?: string;
  readonly id?: string;
  readonly details?: { readonly error?: string };
}

const outcomeOf = ({ status, id, details }: Ticket): PushResult => {
  if (status === 'ok') return { outcome: 'taken', ...(id !== undefined && { receiptId: id }) };
  switch (details?.error) {
    case 'DeviceNotRegistered':
      return { outcome: 'gone' };
    case 'MessageRateExceeded':
      return { outcome: 'failed', retryAfterMs: null };
    case 'InvalidCredentials':
      return { outcome: 'denied' };
    default:
      return { outcome: 'refused' };
  }
};

/** Expo's push service. */
export const expoPush = ({ accessToken, origin = expoOrigin }: ExpoSettings): PushProvider => {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
  };
  const post = (path: string, body: object) =>
    postJson(`${origin}/--/api/v2/push/${path}`, { headers, body: JSON.stringify(body) });
  return {
    send: async (push) => {
      const response = await post('send', [messageOf(push)]);
      if (!response) return unanswered;
      const { data } = (response.body ?? {}) as { readonly data?: Ticket | readonly Ticket[] };
      const [ticket] = Array.isArray(data) ? (data as readonly Ticket[]) : [data as Ticket | undefined];
      return response.status === 200 && ticket ? outcomeOf(ticket) : resultOf(response, new Date());
    },
    receipt: async (_platform, id) => {
      const response = await post('getReceipts', { ids: [id] });
      const { data } = (response?.body ?? {}) as { readonly data?: Readonly<Record<string, Ticket>> };
      const receipt = data?.[id];
      if (!receipt) return null;
      return outcomeOf(receipt).outcome === 'gone' ? 'gone' : 'delivered';
    },
    close: async () => undefined,
  };
};
