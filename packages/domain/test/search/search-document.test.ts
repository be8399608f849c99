import t from 'tap';
import { searchDocument } from '../../src/search/search-document.ts';

t.test('a word is in one list, once', async (t) => {
  const location = { address: 'Jazz Street', lat: 0, lng: 0 };
  const event = { title: 'Jazz, jazz!', description: 'Night of jazz', location };
  t.strictSame(searchDocument(event, { name: 'Music night' }), {
    title: ['jazz'],
    other: ['night', 'of', 'music', 'street'],
  });
});
