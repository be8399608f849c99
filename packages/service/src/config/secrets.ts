import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import type { Config } from './config.ts';
import { type JwtKey, readKeyRing, readSecret, secretBytes } from './formats.ts';

/** What only this service may know. */
export interface Secrets {
  /** The signing key first. */
  readonly jwtKeys: readonly JwtKey[];
  readonly otpPepper: Buffer;
}

/**
 * The secrets of the configuration; those it lacks are made once and kept in the data folder, readable by their
 * owner only. Production never comes here without its own: the configuration refuses.
 */
export const openSecrets = (config: Pick<Config, 'jwtKeys' | 'otpPepper' | 'dataDir'>): Secrets => {
  const { jwtKeys, otpPepper, dataDir } = config;
  if (jwtKeys && otpPepper) return { jwtKeys, otpPepper };
  const path = join(dataDir, 'secrets.json');
  if (!existsSync(path)) keepNew(dataDir, path);
  const kept = readKept(path);
  return { jwtKeys: jwtKeys ?? kept.jwtKeys, otpPepper: otpPepper ?? kept.otpPepper };
};

const newSecret = (): string => randomBytes(secretBytes).toString('base64url');

const keepNew = (dataDir: string, path: string): void => {
  mkdirSync(dataDir, { recursive: true });
  const mine = `${path}.${process.pid}`;
  const secrets = { JWT_KEYS: `development:${newSecret()}`, OTP_PEPPER: newSecret() };
  writeFileSync(mine, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  try {
    // Unlike a rename a link never replaces what another process put there first.
    linkSync(mine, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(mine, { force: true });
  }
};

const readKept = (path: string): Secrets => {
  chmodSync(path, 0o600);
  const jwtKeys = readKeyRing(textIn(path, 'JWT_KEYS'));
  const otpPepper = readSecret(textIn(path, 'OTP_PEPPER'));
  if (!jwtKeys || !otpPepper)
    throw new OperatorError(`The file ${path} is damaged: remove it to have new secrets made.`);
  return { jwtKeys, otpPepper };
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
