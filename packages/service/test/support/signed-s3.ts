import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SignatureV4 } from '@smithy/signature-v4';
import type { S3Settings } from '../../src/config/s3-settings.ts';

class Sha256 {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as string);
  }
  update(data: Uint8Array | string): void {
    this.#hash.update(data);
  }
  async digest(): Promise<Uint8Array> {
    return new Uint8Array(this.#hash.digest());
  }
  reset(): void {}
}

/** As AWS encodes each part of a path before it compares signatures (RFC 3986, unreserved characters alone). */
const canonical = (path: string): string =>
  path
    .split('/')
    .map((part) =>
      encodeURIComponent(decodeURIComponent(part)).replace(
        /[!'()*]/g,
        (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');

const datePattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** Whether AWS's own implementation signs the same request the same way. */
const isSigned = async (
  request: IncomingMessage,
  url: URL,
  { region, accessKeyId, secretAccessKey }: Omit<S3Settings, 'endpoint'>,
): Promise<boolean> => {
  const { authorization = '', 'x-amz-date': date } = request.headers;
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(authorization) ?? [];
  const signer = new SignatureV4({
    ...{ region, service: 's3', uriEscapePath: false, sha256: Sha256 },
    credentials: { accessKeyId, secretAccessKey },
  });
  const headers = Object.fromEntries(names.split(';').map((name) => [name, String(request.headers[name])]));
  const isComplete = Object.keys(request.headers).every(
    (name) => !name.startsWith('x-amz-') || name in headers,
  );
  const expected = await signer.sign(
    {
      ...{ method: request.method ?? '', protocol: 'http:', hostname: url.hostname, port: Number(url.port) },
      ...{ path: canonical(url.pathname), query: Object.fromEntries(url.searchParams), headers },
    },
    {
      signingDate: new Date(String(date).replace(datePattern, '$1-$2-$3T$4:$5:$6Z')),
      signableHeaders: new Set(names.split(';')),
    },
  );
  return (
    isComplete &&
    expected.headers.authorization?.replaceAll(', ', ',') === authorization.replaceAll(', ', ',')
  );
};

const pageSize = 3;

/** A bucket of S3 on a socket, as far as pictures need it, that serves what AWS would have signed alike. */
export const startSignedS3 = async (settings: Omit<S3Settings, 'endpoint'>) => {
  const objects = new Map<string, { readonly bytes: Buffer; readonly at: Date }>();
  const refused: string[] = [];

  const listOf = (after: string): string => {
    const keys = [...objects.keys()].sort().filter((key) => key > after);
    const page = keys.slice(0, pageSize);
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.at.toISOString()}</LastModified></Contents>`,
    );
    // In base64, whose letters a query has to escape.
    const token = Buffer.from(`\xfb\xff${page.at(-1)}`, 'latin1').toString('base64');
    const more = keys.length > pageSize ? `<NextContinuationToken>${token}</NextContinuationToken>` : '';
    return `<ListBucketResult>${contents.join('')}${more}</ListBucketResult>`;
  };

  const serve = async (request: IncomingMessage): Promise<readonly [number, (Buffer | string)?]> => {
    const bytes = await buffer(request);
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    const key = decodeURIComponent(url.pathname.slice(settings.bucket.length + 2));
    // Anybody may fetch an object.
    if (request.method === 'GET' && key !== '') {
      const object = objects.get(key);
      return object ? [200, object.bytes] : [404];
    }
    if (!(await isSigned(request, url, settings))) {
      refused.push(`${request.method} ${request.url}`);
      return [403];
    }
    if (request.method === 'DELETE') objects.delete(key);
    if (request.method !== 'PUT') {
      const token = Buffer.from(url.searchParams.get('continuation-token') ?? '', 'base64');
      return [200, listOf(token.toString('latin1', 2))];
    }
    const source = request.headers['x-amz-copy-source'];
    const from = decodeURIComponent(String(source)).slice(settings.bucket.length + 2);
    const copied = source === undefined ? bytes : objects.get(from)?.bytes;
    if (copied) objects.set(key, { bytes: copied, at: new Date() });
    return [copied ? 200 : 404];
  };

  const server = createServer(async (request, response) => {
    const [status, body = ''] = await serve(request);
    response.writeHead(status).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What was not signed as AWS would. */
    refused,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
};
