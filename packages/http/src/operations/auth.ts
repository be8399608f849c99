import { Readable } from 'node:stream';
import { isCode, limits, refuse, refuseInput, sessionLifetimes, signInPolicy } from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import { openedBy } from '../credentials.ts';
import { clientName } from '../input/client-name.ts';
import { clientNetwork, clientWideNetwork } from '../input/client-network.ts';
import { definedFields } from '../input/defined-fields.ts';
import { parseIdempotencyKey } from '../input/idempotency-key.ts';
import { acceptedLanguage } from '../input/language.ts';
import { presentExport } from '../presenters/present-export.ts';
import {
  CheckBody,
  CheckHeaders,
  LogOutBody,
  RefreshBody,
  RefreshHeaders,
  SignedInShape,
  StartBody,
  Started,
  TokenPair,
} from '../schemas/auth.ts';
import { listOf } from '../schemas/common/paging.ts';
import { Success, succeeded } from '../schemas/common/shapes.ts';
import { ExportText } from '../schemas/export.ts';
import { presentSession, SessionShape } from '../schemas/session.ts';
import { ProfileChangesBody, presentShortUser, presentUser, UserShape } from '../schemas/user.ts';
import { sessionOfDevice } from '../security/known-device.ts';
import { tokenPair } from '../security/token-pair.ts';
import { downloadTimeout, longHandlerTimeout } from '../server-options.ts';
import { type Operations, operation } from './operation.ts';

/** Null without one; its form was checked. */
const sentKey = ({ headers: { 'idempotency-key': key } }: FastifyRequest): string | null =>
  key === undefined ? null : parseIdempotencyKey(String(key));

export const auth: Operations = {
  startSignIn: operation('POST /auth/otp/start', 'Sign-in', {
    summary: 'Send a sign-in code by SMS',
    description: `Responds the same for known and unknown phones, unless unknown callers have spent much of the day’s SMS: then it asks for a proof of work, and so it does while the wrong guesses of all phones are spent. A second start within ${signInPolicy.smsPause / 1000} seconds sends nothing.`,
    auth: 'none',
    credentials: ['knownDevice'],
    problems: ['proof_required'],
    handlerTimeout: longHandlerTimeout,
    rateLimit: ({ startLimit }) => startLimit,
    body: StartBody,
    responses: { 200: Started },
    handler: async (request, { refreshTokens }) => {
      const { phone, device, proof } = request.body;
      return request.domain.startSignIn({
        ...{ phone, proof, deviceSession: sessionOfDevice(request, refreshTokens, device) },
        language: acceptedLanguage(request),
        network: clientNetwork(request.ip),
        wideNetwork: clientWideNetwork(request.ip),
      });
    },
  }),

  checkCode: operation('POST /auth/otp/check', 'Sign-in', {
    summary: 'Sign in with the code from the SMS',
    description: `The first sign-in with a phone creates its account. A code stops working after ${signInPolicy.triesPerChallenge} wrong tries. While the wrong guesses of all phones are spent, callers without a known device have to bring a proof of work. If the response is lost, the same check with the same \`Idempotency-Key\` or \`requestId\` returns the same session and \`isNewUser\` once more, within ${signInPolicy.repeatWindow / 60_000} minutes and unless the session was used.`,
    auth: 'none',
    credentials: ['code', 'knownDevice'],
    problems: ['code_invalid', 'proof_required'],
    headers: CheckHeaders,
    body: CheckBody,
    responses: { 200: SignedInShape },
    handler: async (request, needs) => {
      const { phone, code, requestId, device, deviceName, proof } = request.body;
      if (!isCode(code)) throw refuseInput({ path: '/code', message: `must be ${limits.codeLength} digits` });
      const { session, user, isNewUser } = await openedBy(request, 'code').checkCode({
        ...{ phone, code, requestId, proof },
        network: clientNetwork(request.ip),
        wideNetwork: clientWideNetwork(request.ip),
        clientName: clientName(deviceName ?? request.headers['user-agent']),
        idempotencyKey: sentKey(request),
        deviceSession: sessionOfDevice(request, needs.refreshTokens, device),
      });
      return { ...tokenPair(needs, session), user: presentShortUser(user, needs.links), isNewUser };
    },
  }),

  refreshSession: operation('POST /auth/refresh', 'Sign-in', {
    summary: 'Exchange a refresh token for a new pair of tokens',
    description:
      'Each refresh token is exchanged once. Send a new `Idempotency-Key` with each exchange, and the same one when you repeat it because the response was lost: it returns the same pair. From the first key on, a token that was exchanged before ends the session when it comes with another key or none. Without keys, sending a token again soon after returns the same pair, and sending an older one ends the session.',
    auth: 'none',
    credentials: ['refreshToken'],
    problems: ['refresh_token_invalid'],
    headers: RefreshHeaders,
    body: RefreshBody,
    responses: { 200: TokenPair },
    handler: async (request, needs) => {
      const claims = needs.refreshTokens.read(request, 'refreshToken', request.body.refreshToken);
      if (!claims) throw refuse('refresh_token_invalid');
      const { session, isSuperseded } = await openedBy(request, 'refreshToken').refreshSession({
        ...claims,
        idempotencyKey: sentKey(request),
        origin: request.origin,
      });
      return tokenPair(needs, session, isSuperseded);
    },
  }),

  logOut: operation('POST /auth/logout', 'Sign-in', {
    summary: 'End a session',
    description:
      'Ends the session of the refresh token or, without one, the session of the bearer token. The refresh token of another user ends nothing. Repeating it succeeds.',
    auth: 'bearer',
    body: LogOutBody,
    responses: { 200: Success },
    handler: async (request, { refreshTokens }) => {
      const { sub, sid } = request.claims;
      const { refreshToken } = request.body;
      const sessionId =
        refreshToken === undefined
          ? sid
          : (refreshTokens.read(request, 'sessionToken', refreshToken)?.sessionId ?? null);
      await request.domain.logOut({ userId: sub, sessionId, origin: request.origin });
      return succeeded;
    },
  }),

  listSessions: operation('GET /auth/sessions', 'Sign-in', {
    summary: 'List the sessions of the caller',
    description: `The last used first; at most ${limits.sessions}.`,
    responses: { 200: listOf(SessionShape, 'sessions of the caller that have not ended or expired') },
    handler: async ({ domain, caller }) => ({
      data: (await domain.listSessions(caller)).map(presentSession),
    }),
  }),

  endSession: operation('DELETE /auth/sessions/:id', 'Sign-in', {
    summary: 'End one session of the caller',
    description:
      'Its access tokens stop working at once. Ending the session of this request is a logout; ending another needs a session that began by a code within 10 minutes.',
    problems: ['fresh_sign_in_required'],
    handler: ({ domain, caller: { userId, sessionId: currentSessionId }, origin, params }) =>
      domain.endSession({ userId, currentSessionId, sessionId: params.id, origin }),
  }),

  endOtherSessions: operation('POST /auth/sessions/end-others', 'Sign-in', {
    summary: 'End all sessions of the caller but this one',
    description:
      'Their access tokens stop working at once. Needs a session that began by a code within 10 minutes. Repeating it succeeds.',
    problems: ['fresh_sign_in_required'],
    responses: { 200: Success },
    handler: async ({ domain, caller, origin }) => {
      await domain.endOtherSessions({ ...caller, origin });
      return succeeded;
    },
  }),

  getProfile: operation('GET /auth/me', 'Profile', {
    summary: 'Get the profile of the caller',
    description: 'All of it, also what other users are not shown.',
    responses: { 200: UserShape },
    handler: async ({ domain, callerId }, { links }) =>
      presentUser(await domain.getProfile({ userId: callerId }), links),
  }),

  updateProfile: operation('PATCH /auth/me', 'Profile', {
    summary: 'Change the profile of the caller',
    description: 'Changes what is given; `metadata` name by name.',
    problems: ['username_taken'],
    body: ProfileChangesBody,
    responses: { 200: UserShape },
    handler: async ({ domain, callerId, body }, { links }) => {
      const changes = definedFields(
        body,
        'name',
        'username',
        'avatar',
        'avatarId',
        'bio',
        'city',
        'locale',
        'metadata',
      );
      return presentUser(await domain.updateProfile({ userId: callerId, changes }), links);
    },
  }),

  deleteAccount: operation('DELETE /auth/me', 'Profile', {
    summary: 'Delete the account of the caller',
    description: `Erases personal data, ends all sessions and cancels the events to come that the caller organizes, for good. Needs a session that began by a code within ${sessionLifetimes.fresh / 60_000} minutes.`,
    problems: ['fresh_sign_in_required'],
    handler: ({ domain, caller, origin }) => domain.deleteAccount({ ...caller, origin }),
  }),

  exportAccount: operation('GET /me/export', 'Profile', {
    summary: 'Export all that is kept about the caller',
    description:
      'One document of any size, which comes as it is read. It needs a session that began by a code within 10 minutes, and is given twice a day.',
    problems: ['fresh_sign_in_required'],
    cost: 'download',
    handlerTimeout: downloadTimeout,
    responses: { 200: ExportText },
    handler: async ({ domain, caller, origin }, { clock }, reply) => {
      const batches = await domain.exportAccount({ ...caller, origin });
      reply.type('application/json').header('content-disposition', 'attachment; filename="export.json"');
      return Readable.from(presentExport(batches, clock.now()), { objectMode: false });
    },
  }),
};
