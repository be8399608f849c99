import type { DecodedPicture, PictureType, picturePolicy } from '@event-platform/domain';

/** What the decoder's process is told; it loads no more of the service than its own file. */
export interface DecodeOrder {
  readonly path: string;
  readonly mediaType: PictureType;
  readonly policy: typeof picturePolicy;
  /** Of its processor, in milliseconds. */
  readonly maxProcessorMs: number;
  /** Of its memory, in bytes. */
  readonly maxBytes: number;
}

/** What it answers; nothing where it crashes. */
export type DecodeResult = DecodedPicture | { readonly fault: string } | { readonly isUnavailable: true };
