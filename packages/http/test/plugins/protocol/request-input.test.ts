import fastify from 'fastify';
import t, { type Test } from 'tap';
import { Type } from 'typebox';
import type { App } from '../../../src/index.ts';
import { requestInput } from '../../../src/plugins/protocol/request-input.ts';

/** What the validator is given for a request. */
const openApp = async (t: Test) => {
  const app = fastify() as unknown as App;
  t.teardown(() => app.close());
  const inputs: Record<string, unknown>[] = [];
  app.setValidatorCompiler(() => (input: Record<string, unknown>) => {
    inputs.push(input);
    return true;
  });
  requestInput(app);
  const querystring = Type.Object({
    whole: Type.Integer(),
    any: Type.Number(),
    text: Type.String(),
    flag: Type.Boolean(),
  });
  app.get('/', { schema: { querystring } }, async () => 'fine');
  const body = Type.Object({
    list: Type.Array(Type.Number(), { maxItems: 3 }),
    free: Type.Array(Type.Number()),
  });
  app.post('/', { schema: { body } }, async () => 'fine');
  const query = async (text: string) => {
    const { statusCode } = await app.inject(`/?${text}`);
    return statusCode === 200 ? { ...inputs.pop() } : statusCode;
  };
  const post = async (payload: object | undefined) => {
    await app.inject({ method: 'POST', url: '/', ...(payload ? { payload } : {}) });
    return inputs.pop();
  };
  return { query, post };
};

t.test('numbers of a query are made numbers where the schema wants them', async (t) => {
  const { query } = await openApp(t);
  for (const name of ['whole', 'any']) {
    for (const text of ['7', '-7', '7.', '7.5', '.5', '-.5', '12.25', '1e3', '1E+3', '12e-10', '007'])
      t.strictSame(await query(`${name}=${encodeURIComponent(text)}`), { [name]: Number(text) }, text);
    for (const text of [
      '',
      '.',
      '-',
      '+7',
      'e3',
      '1e',
      '0x10',
      'Infinity',
      'NaN',
      '1 ',
      ' 1',
      '1_000',
      '--1',
    ])
      t.strictSame(await query(`${name}=${encodeURIComponent(text)}`), { [name]: text }, `"${text}" stays`);
  }
  t.strictSame(await query('text=7'), { text: '7' });
  t.strictSame(await query('unknown=7&unknown=8'), { unknown: ['7', '8'] }, 'what the schema does not name');
});

t.test('flags of a query are made booleans where the schema wants them', async (t) => {
  const { query } = await openApp(t);
  t.strictSame(await query('flag=true'), { flag: true });
  t.strictSame(await query('flag=false'), { flag: false });
  for (const text of ['', '1', 'TRUE', 'yes'])
    t.strictSame(await query(`flag=${text}`), { flag: text }, `"${text}" stays`);
  t.strictSame(await query('text=true'), { text: 'true' });
});

t.test('a query is refused for what is no text, or is given twice', async (t) => {
  const { query } = await openApp(t);
  t.equal(await query('text=a&text=b'), 500, 'a refusal; this app has no error handler');
  t.equal(await query('text=%00'), 500);
  t.equal(await query('unknown=%ff'), 500, 'also where the schema does not name it');
  t.strictSame(await query('text=%25ff'), { text: '%ff' });
});

t.test('the validator meets one entry past the bound of a list, and no more', async (t) => {
  const { post } = await openApp(t);
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
  t.strictSame(await post({ list: numbers(100), free: numbers(100) }), {
    list: numbers(4),
    free: numbers(100),
  });
  t.strictSame(await post({ list: numbers(3), other: numbers(9) }), { list: numbers(3), other: numbers(9) });
  t.strictSame(await post({ list: 'abcdef' }), { list: 'abcdef' });
  t.strictSame(await post(undefined), {}, 'no body is an empty one');
});
