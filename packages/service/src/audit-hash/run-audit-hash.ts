import { libphonenumberPhoneNumbers } from '@event-platform/adapters-notify';
import { parseId } from '@event-platform/domain';
import { clientNetwork } from '@event-platform/http';
import { keyedHashes } from '@event-platform/node';
import ipaddr from 'ipaddr.js';
import { auditHashes, type HashedKind } from '../audit-log.ts';
import { readConfig } from '../config/config.ts';
import { openSecrets } from '../config/secrets.ts';
import { OperatorError } from '../faults/operator-error.ts';
import { sentencesOf } from '../faults/start-up-fault.ts';

type Variables = Readonly<Record<string, string | undefined>>;

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

const linesFor = (text: string, variables: Variables): readonly string[] => {
  const config = readConfig(variables, 'database');
  if (config.isProduction && !config.otpPeppers)
    throw new OperatorError('OTP_PEPPER: must be set, as for the service.');
  const { otpPeppers } = openSecrets(config);
  const secrets = otpPeppers.map(({ secret }) => secret);
  const hashes = auditHashes(keyedHashes(secrets, 'audit log'), ...subjectOf(text));
  return hashes.map((hash, index) => `${hash}  ${otpPeppers[index]?.kid}`);
};

/** What `npm run audit-hash` prints, and its exit code, for these arguments and environment variables. */
export const runAuditHash = (
  [text, ...more]: readonly string[],
  variables: Variables,
): { readonly code: number; readonly stdout: string; readonly stderr: string } => {
  if (text === undefined || more.length > 0 || text.startsWith('-'))
    return { code: text === '--help' ? 0 : 2, stdout: usage, stderr: '' };
  try {
    return { code: 0, stdout: `${linesFor(text, variables).join('\n')}\n`, stderr: '' };
  } catch (error) {
    return { code: 1, stdout: '', stderr: `${sentencesOf(error)}\n` };
  }
};
