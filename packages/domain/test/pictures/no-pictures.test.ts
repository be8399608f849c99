import t from 'tap';
import { noPictures } from '../../src/index.ts';
import { refusal } from '../support.ts';

t.test('a domain without pictures keeps none and has none', async (t) => {
  const { pictureStore, pictureDecoder, purgePictures } = noPictures;
  await t.rejects(pictureDecoder.decode({ path: '/none', mediaType: 'image/png' }), refusal('unavailable'));
  await t.rejects(pictureStore.put('one', {} as never), refusal('unavailable'));
  await pictureStore.delete('one');
  t.equal(await pictureStore.move('one', 'two'), false);
  for await (const { place } of pictureStore.list()) t.fail(place);
  t.equal(pictureStore.url('one', 'small.webp'), '/pictures/one/small.webp');
  await purgePictures([]);
});
