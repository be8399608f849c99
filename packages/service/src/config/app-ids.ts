import type { AppLinks } from '@event-platform/guest-pages';

const appleAppId = /^[A-Z0-9]{10}\.[A-Za-z0-9.-]{1,155}$/;
const androidApp =
  /^([A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)+)=((?:[0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2})$/;

const itemsOf = (text: string): readonly string[] => text.split(',').map((item) => item.trim());

/** `TEAMID.bundle,…`; null when one of them is no app id. */
export const readAppleAppIds = (text: string): AppLinks['apple'] | null => {
  const ids = itemsOf(text);
  return ids.every((id) => appleAppId.test(id)) ? ids : null;
};

/** `package=SHA-256 fingerprint,…`, a package once for each certificate; null when one of them is malformed. */
export const readAndroidApps = (text: string): AppLinks['android'] | null => {
  const pairs = itemsOf(text).map((item) => androidApp.exec(item));
  if (!pairs.every((pair) => pair !== null)) return null;
  const byPackage = Map.groupBy(pairs, ([, name = '']) => name);
  return [...byPackage].map(([packageName, fingerprints]) => ({
    packageName,
    fingerprints: fingerprints.map(([, , fingerprint = '']) => fingerprint.toUpperCase()),
  }));
};
