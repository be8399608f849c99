import {
  DomainError,
  isPicturePlace,
  type PictureFileName,
  type PictureStore,
  pictureFileNames,
  type StoredPicture,
} from '@event-platform/domain';
import { AwsClient } from 'aws4fetch';
import type { S3Settings } from '../config/s3-settings.ts';

const withinMs = 20_000;
const retryAfterSeconds = 60;

const mediaTypeOf = (name: PictureFileName): string => (name.endsWith('.webp') ? 'image/webp' : 'image/jpeg');

const textsOf = (xml: string, element: string): readonly string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) => text);

/** Pictures in a bucket, an object for each file. @param url the public address of the bucket */
export const s3PictureStore = (settings: S3Settings, url: string): PictureStore => {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  const base = `${endpoint}/${bucket}`;
  const addressOf = (place: string, name: PictureFileName): string => `${base}/${place}/${name}`;

  /** The response; one that is neither a success nor among `also` is an outage. */
  const call = async (
    address: string,
    init: RequestInit = {},
    also: readonly number[] = [],
  ): Promise<Response> => {
    const unavailable = (cause: unknown) =>
      new DomainError({ code: 'unavailable', retryAfterSeconds }, { cause });
    const response = await client
      .fetch(address, { ...init, signal: AbortSignal.timeout(withinMs) })
      .catch((error: unknown) => {
        throw unavailable(error);
      });
    if (response.ok || also.includes(response.status)) return response;
    await response.body?.cancel();
    throw unavailable(new Error(`the store of pictures responded ${response.status}`));
  };

  const remove = async (place: string): Promise<void> => {
    for (const name of pictureFileNames) await call(addressOf(place, name), { method: 'DELETE' }, [404]);
  };

  return {
    put: async (place, files) => {
      try {
        for (const name of pictureFileNames)
          await call(addressOf(place, name), {
            method: 'PUT',
            body: Buffer.from(files[name]),
            headers: {
              'content-type': mediaTypeOf(name),
              'cache-control': 'public, max-age=31536000, immutable',
            },
          });
      } catch (error) {
        await remove(place).catch(() => undefined);
        throw error;
      }
    },
    delete: remove,
    move: async (from, to) => {
      let isFound = false;
      for (const name of pictureFileNames) {
        const source = `/${bucket}/${from}/${name}`;
        const { status } = await call(
          addressOf(to, name),
          { method: 'PUT', headers: { 'x-amz-copy-source': source } },
          [404],
        );
        if (status !== 404) isFound = true;
      }
      if (isFound) await remove(from);
      return isFound;
    },
    list: async function* (): AsyncGenerator<StoredPicture> {
      let last: StoredPicture | undefined;
      for (let token: string | undefined = ''; token !== undefined; ) {
        const query = new URLSearchParams({
          'list-type': '2',
          ...(token ? { 'continuation-token': token } : {}),
        });
        const xml = await (await call(`${base}?${query}`)).text();
        const times = textsOf(xml, 'LastModified');
        for (const [index, key] of textsOf(xml, 'Key').entries()) {
          const place = key.slice(0, key.lastIndexOf('/'));
          if (!isPicturePlace(place)) continue;
          if (last && place !== last.place) yield last;
          last = { place, writtenAt: new Date(times[index] ?? 0) };
        }
        token = textsOf(xml, 'NextContinuationToken')[0];
      }
      if (last) yield last;
    },
    url: (id, file) => `${url}/${id}/${file}`,
  };
};
