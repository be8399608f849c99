/** An image that a file names. */
export interface NamedImage {
  readonly file: string;
  readonly image: string;
}

const own = /^event-platform:/;

/** The images of others that these files start from without saying which build: a tag moves, a digest does not. */
export const withoutDigest = (files: ReadonlyMap<string, string>): readonly NamedImage[] =>
  [...files].flatMap(([file, text]) =>
    [...text.matchAll(/^(?:FROM|\s*(?:image|imageName):)\s+(\S+)/gm)]
      .map(([, image = '']) => ({ file, image }))
      .filter(({ image }) => !own.test(image) && !/@sha256:[0-9a-f]{64}$/.test(image)),
  );

/** What to do about them: the registry knows the digests. */
export const digestCommands = (images: readonly NamedImage[]): string =>
  [
    'A release names the build of each image. Append @ and the digest that its command prints:',
    ...images.map(
      ({ file, image }) =>
        `  ${file}: docker buildx imagetools inspect ${image} --format '{{.Manifest.Digest}}'`,
    ),
  ].join('\n');
