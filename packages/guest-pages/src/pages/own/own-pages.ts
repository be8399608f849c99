import { hash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  type CredentialName,
  DomainError,
  type KeyedRequest,
  refuse,
  type SessionId,
  type UnopenedDomain,
  type User,
} from '@event-platform/domain';
import {
  type App,
  clientNetwork,
  downloadTimeout,
  longHandlerTimeout,
  uploadHandlerTimeout,
} from '@event-platform/http';
import type { FastifyContextConfig, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { ownBodyLimit } from '../../forms/form-fields.ts';
import { newOnce } from '../../forms/form-token.ts';
import { type Typed, typedOfBody, typedText } from '../../forms/typed.ts';
import { textsOf } from '../../texts/index.ts';
import { type OwnTexts, ownTextsOf } from '../../texts/own/index.ts';
import type { FormState, OwnView } from '../../views/own/form-state.ts';
import { signedOutView } from '../../views/own/signed-out-view.ts';
import type { GuestDependencies } from '../guest/guest-dependencies.ts';
import { asWriter, rotateCookie, viewerOf } from '../guest/guest-session.ts';
import { chosenLanguage } from '../guest/language.ts';
import { FormFault, refusalOnPage } from './form-fault.ts';
import type { Own } from './own.ts';
import { admitFile, fileFault, takePicture } from './picture-forms.ts';
import { signInAddress } from './sign-in-address.ts';

/** What a form does; the result is the path to go to, without the prefix of the service, or what was sent. */
export interface Action<Data> {
  /** Whether a form that is sent twice counts once, and as what it runs then: `bulk` where many rows are written. */
  readonly once?: 'usual' | 'bulk';
  /** Of one that takes longer than another write, by what was typed. */
  readonly cost?: 'download' | ((typed: Typed) => 'write' | 'bulk');
  /** The field whose file is made a picture before it runs. */
  readonly picture?: string;
  /** What it takes besides the cookie. */
  readonly credentials?: readonly CredentialName[];
  run(own: Own, typed: Typed, data: Data, domain: UnopenedDomain): Promise<string | FastifyReply>;
}

/** A page with its forms. */
export interface OwnForm<Data> {
  /** Reads what the page shows; `event_not_found`, `not_found` and `forbidden` are as an unknown path. */
  read(own: Own, typed: Typed | null): Promise<Data>;
  render(view: OwnView, data: Data, form: FormState): string;
  /** What stands in the form at first. */
  typed?(own: Own, data: Data): Typed;
  readonly actions?: Readonly<Record<string, Action<Data>>>;
  readonly cost?: 'list';
}

const configOf = <Data>({ cost, picture }: Action<Data>): FastifyContextConfig => {
  if (picture !== undefined)
    return {
      takesPicture: true,
      handlerTimeout: uploadHandlerTimeout,
      cost: ({ body, formFile }) => {
        const usual = typeof cost === 'function' ? cost(typedOfBody(body)) : 'write';
        return formFile && usual === 'write' ? 'picture' : usual;
      },
    };
  if (cost === undefined) return {};
  return cost === 'download'
    ? { cost, handlerTimeout: downloadTimeout }
    : { cost: ({ body }) => cost(typedOfBody(body)), handlerTimeout: longHandlerTimeout };
};

/** The query of a page that it is the same page without. */
const passing = /^(?:lang|done)=/;

const queryOf = ({ url }: FastifyRequest): string => {
  const [, query = ''] = url.split('?');
  const parts = query.split('&').filter((part) => part !== '' && !passing.test(part));
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
};

const digest = (...parts: readonly string[]): string => hash('sha256', parts.join('\n'), 'base64url');

const isUnknown = (error: unknown): boolean =>
  error instanceof DomainError && /^(?:event_not_found|not_found|forbidden)$/.test(error.problem.code);

const asUnknownPath = (error: unknown): never => {
  throw isUnknown(error) ? refuse('not_found') : error;
};

const isDone = (texts: OwnTexts, name: unknown): name is keyof OwnTexts['done'] =>
  typeof name === 'string' && Object.hasOwn(texts.done, name);

/** Adds pages behind the cookie of the session: who has none signs in first, and is led back. */
export const ownPages = (app: App, dependencies: GuestDependencies) => {
  const { domain, site, tokens, clock, runOnce, guestCookie } = dependencies;
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'private, no-store' });
  });

  const addressOf = ({ url }: FastifyRequest, action: string): string => {
    const [path = ''] = url.split('?');
    return action === '' ? path : path.slice(0, -action.length - 1);
  };

  const ownOf = (
    request: FastifyRequest,
    reply: FastifyReply,
    viewer: User,
    sessionId: SessionId,
    action = '',
  ): Own => {
    const path = addressOf(request, action);
    const { language } = request;
    const texts = ownTextsOf(language);
    const { done } = request.query as { readonly done?: unknown };
    return {
      ...{ request, reply, viewer, sessionId, path },
      origin: { sessionId, network: clientNetwork(request.ip) },
      id: (request.params as { readonly id?: string }).id ?? '',
      view: {
        ...{ site, language, texts, viewer, words: textsOf(language) },
        address: `${site.basePath}${path}`,
        here: `${site.basePath}${path}${queryOf(request)}`,
        done: isDone(texts, done) ? done : null,
        now: clock.now(),
      },
    };
  };

  const formOf = ({ path, request }: Own, typed: Typed, faults: FormState['faults'] = {}): FormState => ({
    token: tokens.issue(path, request.cookieSession),
    once: typedText(typed, 'once') || newOnce(),
    typed,
    faults,
  });

  /** Leads on after a form, in the language that its address chose. */
  const leadTo = (request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply => {
    const language = chosenLanguage(request);
    const query = language ? `${path.includes('?') ? '&' : '?'}lang=${language}` : '';
    return reply.redirect(`${site.basePath}${path}${query}`, 303);
  };

  const open = async (request: FastifyRequest, reply: FastifyReply, action = ''): Promise<Own | null> => {
    if (!guestCookie.isSent(request)) return null;
    const viewer = await viewerOf(dependencies, request);
    const sessionId = request.cookieSession as SessionId | null;
    return viewer && sessionId && ownOf(request, reply, viewer, sessionId, action);
  };

  /** Adds a page that shows something alone. */
  const show = (
    url: string,
    handle: (own: Own) => Promise<unknown>,
    options: RouteShorthandOptions = {},
  ): void => {
    app.get(
      url,
      { ...options, config: { ...options.config, credentials: ['pageCookie'] } },
      async (request, reply) => {
        const own = await open(request, reply);
        if (!own) return leadTo(request, reply, signInAddress(request.url));
        const result = await handle(own).catch(asUnknownPath);
        return typeof result === 'string' ? reply.sendPage(result) : result;
      },
    );
  };

  /** What tells a form that is to count once from another one, and what was chosen in it; null where it may count again. */
  const keyOf = <Data>(own: Own, name: string, action: Action<Data>, typed: Typed): KeyedRequest | null => {
    const { form: _form, once: _once, ...content } = typed;
    const once = typedText(typed, 'once');
    const file = own.request.formFile;
    const upload = file && 'upload' in file ? file.upload : undefined;
    return action.once && once !== ''
      ? {
          callerId: own.viewer.id,
          requestHash: digest('form', `${own.path}/${name}`, once),
          contentHash: digest(JSON.stringify(upload ? [content, upload] : content)),
        }
      : null;
  };

  /** What a form led to before, whose file is then neither decoded nor counted; null where it is the first. */
  const keptOutcome = async (keyed: KeyedRequest): Promise<string | null> => {
    const notRun = new Error('it was not sent before');
    try {
      const outcome = await runOnce(keyed, () => Promise.reject(notRun));
      return 'response' in outcome ? outcome.response : null;
    } catch (error) {
      if (error !== notRun) throw error;
      return null;
    }
  };

  /** Runs an action once for the `once` of its form, however often that is sent. */
  const runAction = async <Data>(
    own: Own,
    action: Action<Data>,
    keyed: KeyedRequest | null,
    typed: Typed,
    data: Data,
  ) => {
    if (!keyed) return action.run(own, typed, data, domain);
    for (let tries = 0; tries < 100; tries += 1) {
      const outcome = await runOnce(
        keyed,
        async (within) => ({
          response: String(await action.run(own, typed, data, within)),
          isRefusal: false,
        }),
        action.once,
      );
      if ('response' in outcome) return outcome.response;
      if (outcome.kind === 'key_reused')
        throw new FormFault({ '': own.view.texts.form.sentOtherwise }, 409, true);
      await setTimeout(50);
    }
    throw new DomainError({ code: 'unavailable', retryAfterSeconds: 1 });
  };

  /** Adds a page with forms. Each action is an address below the page, which leads on once it is done. */
  const form = <Data>(url: string, page: OwnForm<Data>): void => {
    const { read, render, cost } = page;
    const send = (own: Own, data: Data, state: FormState, status = 200): FastifyReply =>
      own.reply.code(status).sendPage(render(own.view, data, state));
    show(
      url,
      async (own) => {
        const data = await read(own, null);
        return send(own, data, formOf(own, page.typed?.(own, data) ?? {}));
      },
      cost ? { config: { cost } } : {},
    );

    for (const [name, action] of Object.entries(page.actions ?? {}))
      app.post(
        `${url}/${name}`,
        {
          bodyLimit: ownBodyLimit,
          ...(action.picture === undefined ? {} : { preParsing: admitFile(dependencies) }),
          config: {
            ...configOf(action),
            credentials: ['pageCookie', ...(action.credentials ?? [])],
            keepsForm: true,
          },
        },
        async (request, reply) => {
          let typed = typedOfBody(request.body);
          const path = addressOf(request, name);
          const isFresh = tokens.isValid(path, typedText(typed, 'form'), request.cookieSession);
          const own = isFresh ? await openToWrite(request, reply, name) : await open(request, reply, name);
          if (!own)
            return reply.code(400).sendPage(signedOutView(site, request.language, request.url, typed));
          return asWriter(dependencies, request, own.viewer.id, async () => {
            const data = await read(own, typed).catch(asUnknownPath);
            const { texts } = own.view;
            if (!isFresh)
              return send(
                own,
                data,
                formOf(own, typed, { '': texts.form.expired, ...fileFault(own, typed, action.picture) }),
                400,
              );
            try {
              const keyed = keyOf(own, name, action, typed);
              if (action.picture !== undefined) {
                const kept = keyed && request.formFile ? await keptOutcome(keyed) : null;
                if (kept !== null) return leadTo(request, reply, kept);
                typed = await takePicture(dependencies, own, typed, action.picture);
              }
              const to = await runAction(own, action, keyed, typed, data);
              return typeof to === 'string' ? leadTo(request, reply, to) : to;
            } catch (error) {
              const fault = refusalOnPage(error, own, reply);
              const state = formOf(own, fault.typed ?? typed, fault.faults);
              // What a conflict is about, and what was changed, is read anew.
              const shown =
                fault.status === 409 || fault.isNewForm ? await read(own, typed).catch(asUnknownPath) : data;
              return send(own, shown, fault.isNewForm ? { ...state, once: newOnce() } : state, fault.status);
            }
          });
        },
      );
  };

  const openToWrite = async (
    request: FastifyRequest,
    reply: FastifyReply,
    action: string,
  ): Promise<Own | null> => {
    const session = await rotateCookie(dependencies, request, reply);
    if (!session) return null;
    const viewer = await domain.getProfile({ userId: session.userId });
    return ownOf(request, reply, viewer, session.id, action);
  };

  return { show, form };
};
