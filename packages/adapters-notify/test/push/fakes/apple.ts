import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type JWTVerifyResult, jwtVerify } from 'jose';
import type { Test } from 'tap';
import { certificate } from '../certificate.ts';

setDefaultCACertificates([...getCACertificates('default'), certificate.cert]);

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

export const appleKey = {
  key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  keyId: 'ABC1234567',
  teamId: 'ABCDE12345',
  topic: 'com.example.events',
} as const;

export interface ApplePush {
  readonly headers: Http2ServerRequest['headers'];
  readonly body: string;
}

type Answer = (response: Http2ServerResponse) => void;

export const appleAnswer =
  (status: number, reason?: string, headers = {}): Answer =>
  (response) => {
    response.writeHead(status, headers);
    response.end(reason === undefined ? '' : JSON.stringify({ reason }));
  };

/** Apple's service: HTTP/2 over TLS and nothing else. */
export const openApple = async (t: Test) => {
  const requests: ApplePush[] = [];
  const answers: { current: Answer } = { current: appleAnswer(200) };
  const server = createSecureServer({ ...certificate, allowHTTP1: false }, async (request, response) => {
    requests.push({ headers: request.headers, body: await text(request) });
    answers.current(response);
  });
  let connections = 0;
  const sessions = new Set<{ destroy(): void; goaway(): void }>();
  server.on('session', (session) => {
    connections += 1;
    sessions.add(session);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, requests, answers, sessions, connections: () => connections };
};

/** The token of a push; rejects when Apple would refuse it. */
export const verifyApplePush = ({ headers }: ApplePush): Promise<JWTVerifyResult> => {
  const [scheme, token = ''] = String(headers['authorization']).split(' ');
  if (scheme !== 'bearer') throw new Error(`Apple takes no ${scheme}`);
  return jwtVerify(token, publicKey, { issuer: appleKey.teamId });
};
