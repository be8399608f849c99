import { tmpdir } from 'node:os';
import type { Dependencies, PhoneNumbers } from '@event-platform/domain';
import type { GuestPagesOptions } from '@event-platform/guest-pages';
import type { AppSettings } from '@event-platform/http';
import { countryAt, pepperKey } from '@event-platform/node';
import type { Config } from './config/config.ts';
import type { Secrets } from './config/secrets.ts';
import { uploadsFolder } from './pictures/disk-picture-store.ts';
import { relaxedStartLimit } from './rate-limits/relaxed-start-limit.ts';

/** What the pages for guests are told of the configuration; their keys are derived from the peppers. */
export const guestPagesSettings = (
  { brand, appLinks, homePlace, priceNote, hasOrganiserPages, contact }: Config,
  { otpPeppers }: Secrets,
  { phones, timeZones }: Pick<Dependencies, 'phones' | 'timeZones'>,
): Omit<GuestPagesOptions, 'formReceipts'> => ({
  brand,
  appLinks,
  homePlace,
  priceNote,
  hasOrganiserPages,
  homeCountry:
    homePlace &&
    countryAt(
      timeZones,
      homePlace,
      phones.countries().map(({ code }) => code),
    ),
  contact,
  formSecrets: otpPeppers.map(({ secret }) => pepperKey(secret, 'form token')),
});

/** What the HTTP application is told of the configuration; its keys are derived from the peppers. */
export const appSettings = (
  config: Config,
  { jwtKeys, otpPeppers }: Secrets,
  phones: PhoneNumbers,
): AppSettings => {
  const peppers = otpPeppers.map(({ secret }) => secret);
  return {
    appName: config.mail.appName,
    publicUrl: config.publicUrl,
    contact: config.contact,
    jwtKeys,
    refreshSecrets: peppers.map((pepper) => pepperKey(pepper, 'refresh token')),
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    currency: config.currency,
    pictures: {
      url: config.pictures.url,
      uploads: config.pictures.s3 ? tmpdir() : uploadsFolder(config.pictures.folder),
      folder: config.pictures.s3 ? null : config.pictures.folder,
    },
    maxConcurrentRequests: config.maxConcurrentRequests,
    relaxedStartLimit: relaxedStartLimit(config, phones),
  };
};
