import { type ReadSession, type Session, sessionLifetimes } from '@event-platform/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { signedValues } from '../../forms/signed-values.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the cookie that the browser has once this request is answered, alive or not; null without one. */
    cookieSession: string | null;
  }
}

/** The cookie of guests who stay signed in: a session and its generation, like a refresh token. */
export interface GuestCookie {
  /** Whether the request carries it, in any state: its response is of this browser alone. */
  isSent(request: Pick<FastifyRequest, 'headers'>): boolean;
  read(request: Pick<FastifyRequest, 'headers'>): ReadSession | null;
  set(reply: FastifyReply, session: Pick<Session, 'id' | 'generation'>): void;
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
  const put = (reply: FastifyReply, value: string, maxAge: number) =>
    reply.header('set-cookie', `${name}=${value}; Max-Age=${maxAge}; ${attributes}`);
  return {
    isSent: (request) => request.headers.cookie !== undefined && sentValue(request) !== undefined,
    read: (request) => {
      const [sessionId, generation] = values.read(sentValue(request) ?? '')?.split(' ') ?? [];
      return sessionId && generation ? { sessionId, generation: Number(generation) } : null;
    },
    set: (reply, { id, generation }) => {
      reply.request.cookieSession = id;
      put(reply, values.sign(`${id} ${generation}`), sessionLifetimes.idle / 1_000);
    },
    clear: (reply) => {
      reply.request.cookieSession = null;
      put(reply, '', 0);
    },
  };
};
