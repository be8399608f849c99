import { generateKeyPairSync } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type JWTVerifyResult, jwtVerify } from 'jose';
import type { Test } from 'tap';
import { type Recorded, startHttp } from '../../sms/start-http.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

type Answer = (response: ServerResponse, request: Recorded) => void;

export const googleAnswer =
  (status: number, body: unknown = {}, headers = {}): Answer =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

/** Google's two services on one socket. */
export const openGoogle = async (t: Test) => {
  const answers = {
    token: googleAnswer(200, { access_token: 'ya29.access', expires_in: 3_599 }),
    send: googleAnswer(200, { name: 'projects/lantern/messages/1' }),
  };
  const { url, requests } = await startHttp(t, (response, request) =>
    (request.path === '/token' ? answers.token : answers.send)(response, request),
  );
  const credentials = {
    project_id: 'lantern',
    client_email: 'push@lantern.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    token_uri: `${url}/token`,
  };
  const tokenRequests = () => requests.filter(({ path }) => path === '/token');
  const sends = () => requests.filter(({ path }) => path !== '/token');
  /** The assertion that an access token was asked for with; rejects when Google would refuse it. */
  const verify = ({ body }: Recorded): Promise<JWTVerifyResult> =>
    jwtVerify(new URLSearchParams(body).get('assertion') ?? '', publicKey, {
      issuer: credentials.client_email,
      audience: credentials.token_uri,
    });
  return { url, answers, credentials, tokenRequests, sends, verify };
};
