// Ends between what it does to the files of a picture and what it does to its row, or the other way round:
//   DATABASE_URL=… PICTURES_DIR=… dying-pictures.ts add OWNER | remove

import { openPostgres } from '@event-platform/adapters-postgres';
import { createDomain, type UserId } from '@event-platform/domain';
import { memoryPictureDecoder } from '@event-platform/domain/memory';
import { readConfig } from '../../src/config/config.ts';
import { offlineDependencies } from '../../src/offline-dependencies.ts';

const [what, owner = ''] = process.argv.slice(2);
const config = readConfig(process.env, 'database');
const postgres = await openPostgres({ url: String(process.env.DATABASE_URL) });
const { pictureStore, ...others } = await offlineDependencies({ postgres }, config);

const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
};

const domain = createDomain({
  ...others,
  pictureDecoder: memoryPictureDecoder(),
  pictureStore: {
    ...pictureStore,
    put: (place, files) => pictureStore.put(place, files).then(die),
    delete: die,
  },
});

if (what === 'add')
  await domain.preparePicture({ ownerId: owner as UserId, file: { path: '', mediaType: 'image/png' } });
else await domain.checkPictures();
