import fc from 'fast-check';
import t from 'tap';
import { accentsOf, contrast, grounds } from '../../src/style/brand-colors.ts';
import { pageStyle } from '../../src/style/page-style.ts';

t.test('contrast is that of WCAG 2.2', async (t) => {
  t.equal(contrast('#000000', '#ffffff'), 21);
  t.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48');
  t.equal(contrast('#4b47a3', '#4b47a3'), 1);
});

t.test('every brand colour can be read in both schemes', async (t) => {
  const color = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(color, (brand) => {
      const { light, dark } = accentsOf(brand);
      return (
        contrast(light, grounds.light) >= 4.5 &&
        contrast(light, '#ffffff') >= 4.5 &&
        contrast(dark, grounds.dark) >= 4.5 &&
        contrast(dark, '#131219') >= 4.5
      );
    }),
  );
  t.same(accentsOf('#4b47a3').light, '#4b47a3', 'a readable one stays');
});

t.test('the grounds are those of the stylesheet', async (t) => {
  const style = pageStyle('#4b47a3');
  t.match(style, `--tint: ${grounds.light};`);
  t.match(style, `--tint: ${grounds.dark};`);
});
