import { refuse } from '@event-platform/domain';
import type { App } from '@event-platform/http';

/** The builder's apps, which open the links of events and invitations. */
export interface AppLinks {
  /** `TEAMID.bundle`. */
  readonly apple: readonly string[];
  /** Packages with the SHA-256 fingerprints of their certificates. */
  readonly android: readonly { readonly packageName: string; readonly fingerprints: readonly string[] }[];
}

export interface AppLinksOptions {
  readonly appLinks: AppLinks;
  /** The path prefix of all the service's URLs. */
  readonly basePath: string;
}

/** @see https://developer.apple.com/documentation/xcode/supporting-associated-domains */
const appleFile = ({ apple }: AppLinks, basePath: string): object => ({
  applinks: {
    details: [
      {
        appIDs: apple,
        components: [
          { '/': `${basePath}/*/calendar.ics`, exclude: true },
          { '/': `${basePath}/e/*` },
          { '/': `${basePath}/i/*` },
        ],
      },
    ],
  },
});

/** @see https://developer.android.com/training/app-links/verify-android-applinks */
const androidFile = ({ android }: AppLinks): object =>
  android.map(({ packageName, fingerprints }) => ({
    relation: ['delegate_permission/common.handle_all_urls'],
    target: {
      namespace: 'android_app',
      package_name: packageName,
      sha256_cert_fingerprints: fingerprints,
    },
  }));

/** What phones read to open the service's links in the builder's app; not found without such an app. */
export const appLinksFiles = async (app: App, { appLinks, basePath }: AppLinksOptions): Promise<void> => {
  const serve = (name: string, isSet: boolean, file: object): void => {
    app.get(`/.well-known/${name}`, async (_request, reply) => {
      if (!isSet) throw refuse('not_found');
      return reply.type('application/json').header('cache-control', 'public, max-age=3600').send(file);
    });
  };
  serve('apple-app-site-association', appLinks.apple.length > 0, appleFile(appLinks, basePath));
  serve('assetlinks.json', appLinks.android.length > 0, androidFile(appLinks));
};
