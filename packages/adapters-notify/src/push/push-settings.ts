export const pushProviderNames = ['console', 'fcm', 'apns', 'expo', 'web'] as const;
export type PushProviderName = (typeof pushProviderNames)[number];

/** What is read of the JSON file of a service account. */
export interface ServiceAccount {
  readonly project_id: string;
  readonly client_email: string;
  /** PEM. */
  readonly private_key: string;
  /** Where an assertion is exchanged for an access token. */
  readonly token_uri: string;
}

export interface FcmSettings {
  readonly credentials: ServiceAccount;
  /** In place of Google's. */
  readonly origin?: string | undefined;
}

export interface ApnsSettings {
  /** PEM of an EC key (.p8). */
  readonly key: string;
  readonly keyId: string;
  readonly teamId: string;
  /** The bundle id of the app. */
  readonly topic: string;
  /** In place of Apple's two; HTTP/2 over TLS. */
  readonly origin?: string | undefined;
}

export interface ExpoSettings {
  readonly accessToken?: string | undefined;
  /** In place of Expo's. */
  readonly origin?: string | undefined;
}

export interface WebPushSettings {
  /** VAPID (RFC 8292), base64url: a point of P-256 and its secret. */
  readonly publicKey: string;
  readonly privateKey: string;
  /** Whom push services write to: a mailto or https URL. */
  readonly subject: string;
  /** Also allow endpoints of this machine, for development. */
  readonly allowLoopback: boolean;
}

/** Settings of the providers; of those that are absent no push is sent. */
export interface PushSettings {
  /** Prints pushes of all platforms whose provider is absent. */
  readonly isConsole: boolean;
  readonly fcm?: FcmSettings | undefined;
  readonly apns?: ApnsSettings | undefined;
  readonly expo?: ExpoSettings | undefined;
  readonly web?: WebPushSettings | undefined;
}
