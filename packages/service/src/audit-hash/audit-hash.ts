import { libphonenumberPhoneNumbers } from '@event-platform/adapters-notify';
import { parseId } from '@event-platform/domain';
import { clientNetwork } from '@event-platform/http';
import { keyedHashes } from '@event-platform/node';
import ipaddr from 'ipaddr.js';
import { auditHashes, type HashedKind } from '../audit-log.ts';
import { type Config, readConfig } from '../config/config.ts';
import type { NamedSecret } from '../config/formats.ts';
import { requireServicePeppers, servicePeppers } from '../config/service-peppers.ts';
import { openForProgram } from '../database/open-database.ts';
import { OperatorError } from '../faults/operator-error.ts';
import { sentencesOf } from '../faults/start-up-fault.ts';
import { WrongUsage } from '../faults/wrong-usage.ts';
import { programOf, type Shell } from '../programs/program.ts';

const usage = `Usage: npm run audit-hash -- USER_ID | ADDRESS | PHONE

Prints what the audit log calls a user, the network of an IP address, or a phone without an account: a line for each
secret of OTP_PEPPER, the current one first.
`;

/** What the text names, as the audit log hashes it. */
const subjectOf = (text: string): readonly [HashedKind, string] => {
  const userId = parseId<'user'>(text);
  if (userId) return ['user', userId];
  if (ipaddr.isValid(text)) return ['network', clientNetwork(text)];
  const phone = libphonenumberPhoneNumbers().parse(text);
  if (phone) return ['phone', phone.e164];
  throw new OperatorError(
    `${text}: must be the id of a user, an IP address, or a phone in international form.`,
  );
};

/** Says what is wrong with the secrets; where the database does not respond, that they could not be compared. */
const comparePeppers = async (
  config: Config,
  peppers: readonly NamedSecret[],
  stderr: Shell['stderr'],
): Promise<void> => {
  if (config.databaseUrl === undefined) return;
  try {
    const database = await openForProgram(config, stderr);
    try {
      await requireServicePeppers(database.postgres.sealedKeys, peppers);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof OperatorError && error.message.startsWith('OTP_PEPPER')) throw error;
    stderr.write(`Whether OTP_PEPPER is that of the service is not known. ${sentencesOf(error)}\n`);
  }
};

/** What `npm run audit-hash` does. */
export const auditHash = programOf(usage, async ({ args: [text, ...more], env, stdout, stderr }) => {
  if (text === '--help') {
    stdout.write(usage);
    return;
  }
  if (text === undefined || more.length > 0 || text.startsWith('-'))
    throw new WrongUsage('One id, address or phone is needed.');
  const config = readConfig(env, 'database');
  const peppers = servicePeppers(config);
  const subject = subjectOf(text);
  await comparePeppers(config, peppers, stderr);
  const secrets = peppers.map(({ secret }) => secret);
  const hashes = auditHashes(keyedHashes(secrets, 'audit log'), ...subject);
  stdout.write(hashes.map((hash, index) => `${hash}  ${peppers[index]?.kid}\n`).join(''));
});
