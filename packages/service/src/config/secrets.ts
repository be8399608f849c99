import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../faults/operator-error.ts';
import type { Config } from './config.ts';
import { type NamedSecret, readKeyRing, readPeppers, secretBytes } from './formats.ts';

export interface Secrets {
  /** The signing key first. */
  readonly jwtKeys: readonly NamedSecret[];
  /** The current one first. */
  readonly otpPeppers: readonly NamedSecret[];
}

/**
 * The secrets of the configuration; missing ones are generated once and stored in the data folder, readable by their
 * owner only. In production the configuration requires all of them.
 * @throws {OperatorError} when the stored secrets are damaged
 */
export const openSecrets = (config: Pick<Config, 'jwtKeys' | 'otpPeppers' | 'dataDir'>): Secrets => {
  const { jwtKeys, otpPeppers, dataDir } = config;
  if (jwtKeys && otpPeppers) return { jwtKeys, otpPeppers };
  const path = join(dataDir, 'secrets.json');
  if (!existsSync(path)) storeNew(dataDir, path);
  const storedSecrets = readStored(path);
  return { jwtKeys: jwtKeys ?? storedSecrets.jwtKeys, otpPeppers: otpPeppers ?? storedSecrets.otpPeppers };
};

const newSecret = (): string => randomBytes(secretBytes).toString('base64url');

const storeNew = (dataDir: string, path: string): void => {
  mkdirSync(dataDir, { recursive: true });
  const ownPath = `${path}.${process.pid}`;
  const secrets = { JWT_KEYS: `development:${newSecret()}`, OTP_PEPPER: newSecret() };
  writeFileSync(ownPath, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  try {
    // A link, unlike a rename, never replaces a file that another process has created.
    linkSync(ownPath, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(ownPath, { force: true });
  }
};

const readStored = (path: string): Secrets => {
  chmodSync(path, 0o600);
  const jwtKeys = readKeyRing(textIn(path, 'JWT_KEYS'));
  const otpPeppers = readPeppers(textIn(path, 'OTP_PEPPER'));
  if (!jwtKeys || !otpPeppers)
    throw new OperatorError(`The file ${path} is damaged: remove it to have new secrets generated.`);
  return { jwtKeys, otpPeppers };
};

const textIn = (path: string, name: string): string => {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))[name];
    return typeof value === 'string' ? value : '';
  } catch (error) {
    if (error instanceof SyntaxError) return '';
    throw error;
  }
};
