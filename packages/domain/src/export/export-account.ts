import type { Dependencies } from '../dependencies.ts';
import type { WithOrigin } from '../origin.ts';
import { pictureFileNames, referredPicture } from '../pictures/picture.ts';
import { refuse } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import type { Caller } from '../sessions/authenticate.ts';
import { isFresh } from '../sessions/session.ts';
import type { User } from '../users/user.ts';
import { type ExportBatch, type ExportSection, exportSections } from './export-sections.ts';

export interface ExportAccount extends Caller, WithOrigin {}

type ExportDependencies = Pick<Dependencies, 'stores' | 'clock' | 'settings' | 'auditLog' | 'pictureStore'>;

/**
 * All that is kept about the caller, in batches that are read one after the other. Throws `fresh_sign_in_required` unless
 * the session began by a code just now, and `rate_limited` (two a day).
 */
export const exportAccount =
  (dependencies: ExportDependencies) =>
  async ({ userId, sessionId, origin }: ExportAccount): Promise<AsyncIterable<ExportBatch>> => {
    const { stores, clock, auditLog } = dependencies;
    const [user, session] = await Promise.all([stores.users.find(userId), stores.sessions.find(sessionId)]);
    if (!user || session?.userId !== userId) throw refuse('unauthenticated');
    if (!isFresh(session, clock.now())) throw refuse('fresh_sign_in_required');
    await useQuota(dependencies, userId, 'daily-exports');
    auditLog.record({ event: 'data_exported', userId, origin });
    return batchesOf(dependencies, user);
  };

/** A row with the addresses of pictures in place of what stands for them. */
const withAddresses = (
  { url }: Pick<Dependencies['pictureStore'], 'url'>,
  section: ExportSection,
  row: { readonly id?: string },
): object =>
  section === 'pictures'
    ? { ...row, urls: pictureFileNames.map((file) => url(String(row.id), file)) }
    : JSON.parse(JSON.stringify(row), (name, value: unknown) => {
        const picture = pictureNames.has(name) ? referredPicture(value as string | null) : null;
        return picture ? url(picture.id, 'large.webp') : value;
      });

const pictureNames: ReadonlySet<string> = new Set(['avatar', 'coverUrl', 'cover_url']);

/** All that is kept about a user, in batches that are read one after the other. */
export async function* batchesOf(
  { stores, pictureStore }: Pick<Dependencies, 'stores' | 'pictureStore'>,
  user: User,
): AsyncGenerator<ExportBatch> {
  for (const section of exportSections) {
    if (section === 'signIns') {
      const { sms, guesses, networks } = (await stores.signIns.find(user.phone)).record;
      // Not the code that is current: it is a secret until it is entered.
      yield { section, rows: [{ sms, guesses, networks }] };
      continue;
    }
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof stores.exports.read>> = await stores.exports.read(
        user.id,
        section,
        after,
      );
      yield { section, rows: page.rows.map((row) => withAddresses(pictureStore, section, row)) };
      after = page.next;
    } while (after !== null);
  }
}
