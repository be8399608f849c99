import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SealedKeys } from '@event-platform/domain';
import { opensMailboxKeys } from '@event-platform/node';
import { OperatorError } from '../faults/operator-error.ts';
import type { Config } from './config.ts';
import type { NamedSecret } from './formats.ts';
import { openSecrets } from './secrets.ts';

/**
 * The peppers of the service whose settings these are: a program of the command line makes none.
 * @throws {OperatorError} where there are none
 */
export const servicePeppers = (
  config: Pick<Config, 'isProduction' | 'jwtKeys' | 'otpPeppers' | 'dataDir'>,
): readonly NamedSecret[] => {
  if (config.otpPeppers) return config.otpPeppers;
  if (config.isProduction)
    throw new OperatorError('OTP_PEPPER: must be set, as for the service: the audit log is keyed by it.');
  if (!existsSync(join(config.dataDir, 'secrets.json')))
    throw new OperatorError(
      `OTP_PEPPER: is not set, and no service has made secrets in ${config.dataDir}: use the settings of the service.`,
    );
  return openSecrets(config).otpPeppers;
};

/** @throws {OperatorError} when a service of this database has other peppers */
export const requireServicePeppers = async (
  sealedKeys: Pick<SealedKeys, 'find'>,
  peppers: readonly NamedSecret[],
): Promise<void> => {
  const secrets = peppers.map(({ secret }) => secret);
  if (!(await opensMailboxKeys(sealedKeys, secrets)))
    throw new OperatorError(
      'OTP_PEPPER: is not that of the service of this database: use the settings of the service.',
    );
};
