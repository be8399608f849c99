import t from 'tap';
import { languageFor } from '../../src/languages/language.ts';

t.test('a person’s language is the first one that the service has', async (t) => {
  t.equal(languageFor('de'), 'de');
  t.equal(languageFor('de-AT', 'en'), 'de');
  t.equal(languageFor('DE'), 'de');
  t.equal(languageFor(null, 'de'), 'de');
  t.equal(languageFor('fr-CH', 'de'), 'de', 'one that it lacks is passed over');
  t.equal(languageFor('den'), 'en', 'another language of a similar tag');
  t.equal(languageFor(null, undefined), 'en');
  t.equal(languageFor(), 'en');
});
