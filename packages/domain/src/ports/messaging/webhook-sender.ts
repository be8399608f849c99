import type { Webhook } from '../../webhooks/webhook.ts';

/** The secrets of webhooks; no store holds them. */
export interface WebhookSecrets {
  /** `whsec_` and base64; the same on each call. */
  of(webhook: Pick<Webhook, 'id' | 'ownerId'>, generation: number): Promise<string>;
}

export interface WebhookMessage {
  readonly url: string;
  readonly id: string;
  /** The time of this try. */
  readonly at: Date;
  readonly body: string;
  /** Each one signs. */
  readonly secrets: readonly string[];
  /** Whether the operator set the endpoint, which may then be in a private network. */
  readonly isTrusted: boolean;
}

/** Posts messages to endpoints after the Standard Webhooks specification. */
export interface WebhookSender {
  /** The HTTP status; null when the endpoint may not be called or gave no response in time. Never rejects. */
  post(message: WebhookMessage): Promise<number | null>;
}
