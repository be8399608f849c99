import { DomainError, limits, type UserId } from '@event-platform/domain';
import { type App, clientNetwork, longHandlerTimeout, setRefusal } from '@event-platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type FormFields, formFields } from '../forms/form-fields.ts';
import { newOnce } from '../forms/form-token.ts';
import { htmlType } from '../views/html.ts';
import type { Outcome } from '../views/outcome.ts';
import type { Fault, RsvpButton, RsvpForm } from '../views/rsvp-form.ts';
import type { GuestDependencies } from './guest-dependencies.ts';
import { withGuest } from './guest-session.ts';
import { setPolicy } from './page-policy.ts';

/** A page that guests answer on. */
export interface RsvpPage {
  /** Its path without the prefix of the service, which form tokens are bound to. */
  readonly path: string;
  readonly buttons: readonly RsvpButton[];
  /** Whether the event is cancelled or over: an old form is refused, and the page says why. */
  readonly isClosed?: boolean;
  /** The page with the form, or with what the guest answered just now. */
  render(answer: Outcome | RsvpForm): string;
}

/** Reads the page of a request. Throws what its page says instead, such as `event_not_found`. */
export type OpenPage = (request: FastifyRequest) => Promise<RsvpPage>;

/** What an answer does for a guest who has signed in. */
export type Answer = (request: FastifyRequest, userId: UserId, fields: FormFields) => Promise<Outcome>;

const code = new RegExp(`^\\d{${limits.codeLength}}$`);

type Dependencies = Pick<
  GuestDependencies,
  'domain' | 'site' | 'tokens' | 'answerOnce' | 'readYourWrites' | 'startLimit'
>;

const faultOfSignIn = (error: unknown): Fault | null => {
  const problem = error instanceof DomainError ? error.problem.code : null;
  if (problem === 'code_invalid') return 'wrongCode';
  // The code was checked for its form before: what remains is the phone number.
  return problem === 'invalid_request' ? 'phone' : null;
};

/** The form of a page as it is served first. */
export const emptyForm = (
  { site, tokens }: Pick<Dependencies, 'site' | 'tokens'>,
  { path, buttons }: Pick<RsvpPage, 'path' | 'buttons'>,
): RsvpForm => ({
  step: 'phone',
  address: `${site.basePath}${path}`,
  token: tokens.issue(path),
  once: '',
  typed: { phone: '', code: '' },
  fault: null,
  challenge: null,
  buttons,
});

/** Adds the routes of a form: one that sends a code, and one for each answer. */
export const rsvpRoutes = (app: App, dependencies: Dependencies, open: OpenPage) => {
  const { domain, tokens, answerOnce, startLimit } = dependencies;

  const faultOf = ({ path }: RsvpPage, { form, phone, isRepeated }: FormFields): Fault | null => {
    if (!tokens.isValid(path, form)) return 'expired';
    if (isRepeated) return 'repeated';
    return phone === '' || phone.length > limits.phoneLength ? 'phone' : null;
  };

  const sendForm = (reply: FastifyReply, page: RsvpPage, form: Partial<RsvpForm>): FastifyReply =>
    reply
      .code(form.fault ? 400 : form.challenge ? 403 : 200)
      .type(htmlType)
      .send(page.render({ ...emptyForm(dependencies, page), ...form }));

  const sendClosed = (reply: FastifyReply, page: RsvpPage): FastifyReply =>
    reply
      .code(409)
      .type(htmlType)
      .send(page.render(emptyForm(dependencies, page)));

  const startCode = (url: string): void => {
    app.post(
      url,
      {
        config: { handlerTimeout: longHandlerTimeout, rateLimit: startLimit },
      },
      async (request, reply) => {
        const page = await open(request);
        if (page.isClosed) return sendClosed(reply, page);
        const fields = formFields(request.body);
        const typed = { phone: fields.phone, code: '' };
        const fault = faultOf(page, fields);
        if (fault) return sendForm(reply, page, { typed, fault });
        try {
          const network = clientNetwork(request.ip);
          const proof = fields.proof === '' ? undefined : fields.proof;
          await domain.startSignIn({ phone: fields.phone, network, proof });
        } catch (error) {
          const problem = error instanceof DomainError ? error.problem : null;
          if (problem?.code === 'invalid_request') return sendForm(reply, page, { typed, fault: 'phone' });
          if (problem?.code !== 'proof_required') throw error;
          setPolicy(reply, { hasScript: true });
          setRefusal(reply, problem);
          return sendForm(reply, page, { step: 'proof', typed, challenge: problem.challenge });
        }
        return sendForm(reply, page, { step: 'code', typed, once: newOnce() });
      },
    );
  };

  const takeAnswer = (
    url: string,
    answer: Answer,
    choiceFault: (fields: FormFields) => Fault | null = () => null,
  ): void => {
    app.post(url, async (request, reply) => {
      const page = await open(request);
      if (page.isClosed) return sendClosed(reply, page);
      const fields = formFields(request.body);
      const { phone, once } = fields;
      const retry = (fault: Fault) =>
        sendForm(reply, page, {
          step: fault === 'phone' ? 'phone' : 'code',
          typed: { phone, code: fault === 'wrongCode' ? '' : fields.code },
          once,
          fault,
        });
      const fault = faultOf(page, fields) ?? (code.test(fields.code) ? choiceFault(fields) : 'code');
      if (fault) return retry(fault);
      const key = tokens.receiptKey([request.url, fields.status, once, phone, fields.code]);
      try {
        const outcome = await answerOnce(key, () =>
          withGuest(dependencies, request, fields, (userId) => {
            request.isCodeUsed = true;
            return answer(request, userId, fields);
          }),
        );
        // Read again, so that the page counts the answer; an error would make the guest answer again.
        const answered = await open(request).catch(() => page);
        return reply.type(htmlType).send(answered.render(outcome));
      } catch (error) {
        const refused = faultOfSignIn(error);
        if (!refused) throw error;
        return retry(refused);
      }
    });
  };

  return { startCode, takeAnswer };
};
