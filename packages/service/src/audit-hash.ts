import { libphonenumberPhoneNumbers } from '@event-platform/adapters-notify';
import { parseId } from '@event-platform/domain';
import { clientNetwork } from '@event-platform/http';
import { keyedHashes } from '@event-platform/node';
import ipaddr from 'ipaddr.js';
import { auditHashes, type HashedKind } from './audit-log.ts';
import { readConfig } from './config/config.ts';
import { openSecrets } from './config/secrets.ts';
import { OperatorError } from './operator-error.ts';
import { sentencesOf } from './start-up-fault.ts';

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

const linesFor = (text: string): readonly string[] => {
  const config = readConfig(process.env, 'database');
  if (config.isProduction && !config.otpPeppers)
    throw new OperatorError('OTP_PEPPER: must be set, as for the service.');
  const { otpPeppers } = openSecrets(config);
  const secrets = otpPeppers.map(({ secret }) => secret);
  const hashes = auditHashes(keyedHashes(secrets, 'audit log'), ...subjectOf(text));
  return hashes.map((hash, index) => `${hash}  ${otpPeppers[index]?.kid}`);
};

const [text, ...more] = process.argv.slice(2);
if (text === undefined || more.length > 0 || text.startsWith('-')) {
  process.stdout.write(usage);
  process.exitCode = text === '--help' ? 0 : 2;
} else {
  try {
    process.stdout.write(`${linesFor(text).join('\n')}\n`);
  } catch (error) {
    process.stderr.write(`${sentencesOf(error)}\n`);
    process.exitCode = 1;
  }
}
