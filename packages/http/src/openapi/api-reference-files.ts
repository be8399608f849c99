export interface ApiReferenceFiles {
  /** HTML. */
  readonly page: string;
  readonly gzippedScript: Uint8Array;
}

/** The `workerData` of the worker that makes them. */
export interface ApiReferenceInput {
  readonly pageTitle: string;
}

/** Where the library serves them. */
export const referenceUrls = {
  prefix: '/docs',
  page: '/docs/',
  script: '/docs/js/scalar.js',
} as const;
