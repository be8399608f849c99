import type { Origin, SessionId, User } from '@event-platform/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OwnView } from '../../views/own/form-state.ts';

/** A request of somebody who is signed in. */
export interface Own {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly viewer: User;
  readonly sessionId: SessionId;
  readonly origin: Origin;
  /** The path of the page without the prefix of the service. */
  readonly path: string;
  /** The part of the address that names what the page is about. */
  readonly id: string;
  readonly view: OwnView;
}
