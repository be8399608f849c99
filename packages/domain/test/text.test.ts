import t from 'tap';
import { isLongerThan, textFaults, urlFaults } from '../src/text.ts';

t.test('lengths are counted in code points', async (t) => {
  t.equal(isLongerThan('abc', 3), false);
  t.equal(isLongerThan('abcd', 3), true);
  t.equal(isLongerThan('😀😀😀', 3), false);
  t.equal(isLongerThan('😀😀😀😀', 3), true);
  t.equal(isLongerThan('😀😀😀a', 3), true);
  t.equal(isLongerThan('abcdefghijk', 3), true);
});

t.test('a text may be blank only where the rule says so', async (t) => {
  t.strictSame(textFaults('/bio', ' ', { maxLength: 3, mayBeBlank: true }), []);
  t.strictSame(textFaults('/bio', ' ', { maxLength: 3, mayBeBlank: false }), [
    { path: '/bio', message: 'must not be blank' },
  ]);
});

t.test('a URL is compared without case', async (t) => {
  t.strictSame(urlFaults('/avatar', 'HTTPS://Pics.Example/A%C3%9C.PNG', 2048), []);
  t.strictSame(urlFaults('/avatar', ' https://pics.example/', 2048).length, 1);
  t.strictSame(urlFaults('/avatar', 'https://pics.example/ ', 2048).length, 1);
});
