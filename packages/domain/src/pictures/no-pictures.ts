import type { Dependencies } from '../dependencies.ts';
import { DomainError } from '../problem.ts';

const refuseFile = async (): Promise<never> => {
  throw new DomainError({ code: 'unavailable', retryAfterSeconds: 3_600 });
};

/** The ports of a domain that takes no pictures: uploads are refused as `unavailable`. */
export const noPictures: Pick<Dependencies, 'pictureStore' | 'pictureDecoder' | 'purgePictures'> = {
  pictureDecoder: { decode: refuseFile },
  pictureStore: {
    put: refuseFile,
    delete: async () => undefined,
    move: async () => false,
    list: async function* () {},
    url: (id, file) => `/pictures/${id}/${file}`,
  },
  purgePictures: async () => undefined,
};
