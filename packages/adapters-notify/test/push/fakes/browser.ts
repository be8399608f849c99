import { createECDH, createPublicKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import * as ece from 'http_ece';
import { type JWTVerifyResult, jwtVerify } from 'jose';
import type { Test } from 'tap';
import { certificate } from '../certificate.ts';

setDefaultCACertificates([...getCACertificates('default'), certificate.cert]);

const vapid = createECDH('prime256v1');
vapid.generateKeys();

export const vapidKeys = {
  publicKey: vapid.getPublicKey('base64url'),
  privateKey: vapid.getPrivateKey('base64url'),
  subject: 'mailto:help@example.com',
};

/** A browser that subscribed. */
export const openBrowser = (endpoint: string) => {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = randomBytes(16).toString('base64url');
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth };
  const read = (body: Buffer): unknown =>
    JSON.parse(ece.decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth }).toString());
  return { to: { platform: 'web', address: endpoint, keys } as const, read };
};

export interface WebPushRequest {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The push service of a browser. */
export const openPushService = async (t: Test) => {
  const requests: WebPushRequest[] = [];
  const answers: { current: (response: ServerResponse) => void } = {
    current: (response) => response.writeHead(201).end(),
  };
  const server = createServer(certificate, async (request, response) => {
    requests.push({ path: request.url, headers: request.headers, body: await buffer(request) });
    answers.current(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  return { origin, requests, answers };
};

/** The token of a push to that origin; rejects when its service would refuse it (RFC 8292). */
export const verifyWebPush = ({ headers }: WebPushRequest, origin: string): Promise<JWTVerifyResult> => {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(String(headers.authorization)) ?? [];
  if (key !== vapidKeys.publicKey) throw new Error('it is signed with another key');
  const point = vapid.getPublicKey();
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  return jwtVerify(token, publicKey, { audience: origin, subject: vapidKeys.subject });
};
