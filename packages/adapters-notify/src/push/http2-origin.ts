import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';

export interface Http2Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Http2Origin {
  /** Rejects without a response in time. */
  post(headers: Readonly<Record<string, string | number>>, body: string): Promise<Http2Response>;
  close(): Promise<void>;
}

/** An idle connection is closed after this time. */
const idleMs = 300_000;
const longestBody = 4_096;

/**
 * Posts to one origin over one HTTP/2 connection, all requests at once. It is made anew when the server ends it, and when a request had
 * no response in time: the connection may be dead.
 */
export const http2Origin = (origin: string, timeoutMs: number): Http2Origin => {
  let current: ClientHttp2Session | undefined;
  const drop = (session: ClientHttp2Session) => {
    if (current === session) current = undefined;
    if (!session.closed) session.close();
  };
  const open = (): ClientHttp2Session => {
    if (current && !current.closed && !current.destroyed) return current;
    const session = connect(origin);
    current = session;
    // Each request in flight fails with it.
    session.on('error', () => drop(session));
    session.on('goaway', () => drop(session));
    session.on('close', () => drop(session));
    session.setTimeout(idleMs, () => drop(session));
    session.unref();
    return session;
  };
  return {
    post: (headers, body) =>
      new Promise((resolve, reject) => {
        const session = open();
        const request = session.request({ ':method': 'POST', ...headers });
        let response: IncomingHttpHeaders = {};
        let text = '';
        const timer = setTimeout(() => {
          drop(session);
          request.destroy(new Error('no response in time'));
        }, timeoutMs);
        request.setEncoding('utf8');
        request.on('response', (incoming) => {
          response = incoming;
        });
        request.on('data', (chunk: string) => {
          if (text.length < longestBody) text += chunk;
        });
        request.on('error', reject);
        request.on('close', () => {
          clearTimeout(timer);
          const status = Number(response[':status']);
          if (status > 0) resolve({ status, headers: response, body: text });
          else reject(new Error('the connection was closed'));
        });
        request.end(body);
      }),
    close: async () => {
      current?.destroy();
    },
  };
};
