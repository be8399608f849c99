/** What the reference consists of. */
export interface ApiReference {
  /** HTML. */
  readonly page: string;
  readonly gzippedScript: Uint8Array;
}

/** What its worker is given. */
export interface ApiReferenceInput {
  readonly pageTitle: string;
}

/** Where the library has its parts. */
export const referenceUrls = {
  prefix: '/docs',
  page: '/docs/',
  script: '/docs/js/scalar.js',
} as const;
