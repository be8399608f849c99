import type { Clock, OperatorContact } from '@event-platform/domain';
import { refuse } from '@event-platform/domain';
import type { App } from '@event-platform/http';

export interface SecurityTextOptions {
  readonly contact: Pick<OperatorContact, 'email'>;
  readonly clock: Clock;
}

const goodForMs = 30 * 86_400_000;

/** Where whoever finds a weakness writes to; not found without an address. RFC 9116. */
export const securityText = async (app: App, { contact, clock }: SecurityTextOptions): Promise<void> => {
  app.get('/.well-known/security.txt', async (_request, reply) => {
    if (contact.email === null) throw refuse('not_found');
    const expires = new Date(clock.now().getTime() + goodForMs).toISOString();
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`Contact: mailto:${contact.email}\nExpires: ${expires}\n`);
  });
};
