import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { canBalance, startBalancer } from '../../local/balancer.ts';
import { type Attack, type Finding, finding } from '../attack.ts';
import type { RealService } from '../real-service.ts';

const path = '/v1/auth/otp/start';
const start = `POST ${path} HTTP/1.1\r\nHost: events.example.com\r\nContent-Type: application/json\r\n`;
const post = (headers: readonly string[], body: string): string =>
  `${start}${headers.join('\r\n')}\r\n\r\n${body}`;

/** What is hidden: a request whose route nothing else here asks for. */
const hidden = 'GET /robots.txt HTTP/1.1\r\nHost: events.example.com\r\n\r\n';
const hiddenLogged = /"route":"\/robots\.txt"/g;

/** Where a body ends is told twice, each way that two programs have read differently (RFC 9112 section 11.2). */
const disguises: Readonly<Record<string, string>> = {
  'Transfer-Encoding: chunked': 'plain',
  'Transfer-Encoding : chunked': 'space before the colon',
  'Transfer-Encoding:\tchunked': 'tab',
  'Transfer-Encoding:\u000bchunked': 'vertical tab',
  'Transfer-Encoding: xchunked': 'another coding',
  'Transfer-Encoding: chunked, identity': 'identity last',
  'Transfer-Encoding: identity, chunked': 'identity first',
  'Transfer-Encoding: gzip, chunked': 'two codings',
  'Transfer-Encoding: "chunked"': 'quoted',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity': 'two headers',
  'Transfer-Encoding:\r\n chunked': 'folded line',
  'X: x\nTransfer-Encoding: chunked': 'bare line feed',
  'X: x\rTransfer-Encoding: chunked': 'bare carriage return',
  'Transfer_Encoding: chunked': 'underscore',
  'Transfer-Encoding: chunked\u0000': 'null',
  'tRANSFER-eNCODING: CHUNKED': 'case',
};

/** The length of a body, each way that is no length, is two, or is none of its headers (RFC 9110 section 8.6). */
const lengths: readonly string[] = [
  `Content-Length: ${hidden.length}\r\nContent-Length: 0`,
  `Content-Length: 0\r\nContent-Length: ${hidden.length}`,
  `Content-Length: 0, ${hidden.length}`,
  `Content-Length: 0 ${hidden.length}`,
  'Content-Length: +0',
  'Content-Length: -0',
  'Content-Length: 0x0',
  'Content-Length : 0',
  'Content_Length: 0',
  'Content-Length: 00000000000000000000000',
  'Content-Length: 18446744073709551616',
];

const chunks: Readonly<Record<string, string>> = {
  'an extension with a line feed': '1;x\nX\r\n0\r\n\r\n',
  'a line feed ends the size': '1\nX\r\n0\r\n\r\n',
  'no line after a chunk': '1\r\nX0\r\n\r\n',
  'a size with a prefix': '0x0\r\n\r\n',
  'a size with a sign': '-0\r\n\r\n',
  'a size over 64 bits': '10000000000000000\r\n\r\n',
  'a trailer that is a length': '0\r\nContent-Length: 0\r\n\r\n',
};

const usualLength = `Content-Length: ${hidden.length}`;
const lastChunk = `0\r\n\r\n${hidden}`;
const usualLast = `Content-Length: ${lastChunk.length}`;
const chunked = 'Transfer-Encoding: chunked';

/** Each hides a request in the body of another, by what is odd about it. */
const forms: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(disguises).flatMap(([header, what]) => [
      [`a length, and chunks: ${what}`, post([usualLast, header], lastChunk)],
      [
        `chunks, and a length: ${what}`,
        post([header, 'Content-Length: 4'], `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`),
      ],
    ]),
  ),
  ...Object.fromEntries(lengths.map((header) => [header.replace('\r\n', ' | '), post([header], hidden)])),
  ...Object.fromEntries(
    Object.entries(chunks).map(([what, body]) => [
      what,
      post([chunked, 'Content-Length: 999'], `${body}${hidden}`),
    ]),
  ),
  'HTTP/1.0 with chunks': post([chunked, usualLast], lastChunk).replace('HTTP/1.1', 'HTTP/1.0'),
  'a GET with a body': post([usualLength], hidden).replace('POST', 'GET'),
  'an upgrade to HTTP/2': post(
    [
      ...[usualLength, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c'],
      'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
    ],
    hidden,
  ),
  'a length named in Connection': post([usualLength, 'Connection: close, Content-Length'], hidden),
};

const attack = 'requests hidden in the bodies of others';
/** A busy machine takes its time for the second response. */
const waitMs = 2_000;

/** Sends bytes on a connection of their own; resolves with what came back before it closed, or after a while. */
const send = async (port: number, bytes: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  let text = '';
  socket.setEncoding('latin1').on('data', (part) => {
    text += part;
  });
  socket.write(bytes, 'latin1');
  await Promise.race([once(socket, 'close'), delay(waitMs)]);
  socket.destroy();
  return text;
};

/**
 * A request is smuggled when the service serves it and whoever stands before it knows of one request only. Where both take
 * the bytes for two requests, as the RFC does with a header of another name, the client gets two responses.
 */
const tryAll = async (service: RealService, port: number): Promise<Finding> => {
  const served = () => service.replica.process.stdout().match(hiddenLogged)?.length ?? 0;
  const before = served();
  await send(port, hidden);
  const responses = await Promise.all(Object.values(forms).map((bytes) => send(port, bytes)));
  await send(port, hidden);
  const seenAsTwo = responses.filter((text) => (text.match(/HTTP\/1\.1 \d/g)?.length ?? 0) > 1).length;
  const smuggled = served() - before - seenAsTwo - 2;
  return finding(
    attack,
    `${responses.length} forms of a body with two ends`,
    `${smuggled} smuggled; ${seenAsTwo} forms are two requests to all`,
    smuggled === 0,
  );
};

export const smuggledRequests: Attack = {
  name: 'smuggled-requests',
  about: 'bodies whose end two programs may read differently, through the example balancer',
  run: async ({ startService, teardown }) => {
    if (!canBalance()) return [finding(attack, '–', 'not tried: haproxy is not installed', true)];
    const service = await startService({ LOG_LEVEL: 'info' });
    const balancer = await startBalancer([service.port, service.port]);
    teardown(balancer.end);
    return [await tryAll(service, balancer.port)];
  },
};
