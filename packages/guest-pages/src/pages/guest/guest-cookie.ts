import { type ReadSession, type Session, sessionLifetimes } from '@event-platform/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { signedValues } from '../../forms/signed-values.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the cookie that the browser has once this request is answered, alive or not; null without one. */
    cookieSession: string | null;
  }
}

/** A session as a cookie names it. */
export interface CookieSession extends ReadSession {
  readonly isKept: boolean;
}

/** What a cookie that ends with its browser says after the session. */
const untilClosed = 'window';

/** The cookie of guests who stay signed in: a session and its generation, like a refresh token. */
export interface GuestCookie {
  /** Whether the request carries it, in any state: its response is of this browser alone. */
  isSent(request: Pick<FastifyRequest, 'headers'>): boolean;
  read(request: Pick<FastifyRequest, 'headers'>): CookieSession | null;
  /** @param isKept whether it outlives the browser's window; true when absent */
  set(reply: FastifyReply, session: Pick<Session, 'id' | 'generation'>, isKept?: boolean): void;
  clear(reply: FastifyReply): void;
}

/** @see https://www.rfc-editor.org/rfc/rfc6265 and, for the prefix, its revision's section 4.1.3.2 */
export const guestCookie = (secrets: readonly Buffer[], publicUrl: string): GuestCookie => {
  const values = signedValues(secrets, 'guest session');
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? '__Host-session' : 'session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const sentValue = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
    headers.cookie
      ?.split(';')
      .map((pair) => pair.trim())
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  const put = (reply: FastifyReply, value: string, maxAge: number | null) =>
    reply.header(
      'set-cookie',
      `${name}=${value}; ${maxAge === null ? '' : `Max-Age=${maxAge}; `}${attributes}`,
    );
  return {
    isSent: (request) => request.headers.cookie !== undefined && sentValue(request) !== undefined,
    read: (request) => {
      const [sessionId, generation, end] = values.read(sentValue(request) ?? '')?.split(' ') ?? [];
      return sessionId && generation
        ? { sessionId, generation: Number(generation), isKept: end !== untilClosed }
        : null;
    },
    set: (reply, { id, generation }, isKept = true) => {
      reply.request.cookieSession = id;
      const value = values.sign(`${id} ${generation}${isKept ? '' : ` ${untilClosed}`}`);
      put(reply, value, isKept ? sessionLifetimes.idle / 1_000 : null);
    },
    clear: (reply) => {
      reply.request.cookieSession = null;
      put(reply, '', 0);
    },
  };
};
