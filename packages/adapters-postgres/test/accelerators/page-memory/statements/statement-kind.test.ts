import t from 'tap';
import { planKinds } from '../../../../src/accelerators/page-memory/planner/plan.ts';
import { flagOrder, nameOf } from '../../../../src/accelerators/page-memory/statements/statement-kind.ts';
import {
  type StatementFlag,
  statementText,
} from '../../../../src/accelerators/page-memory/statements/statement-text.ts';

/** One kind of statement is capped, and no other. */
const flags = flagOrder.filter((flag) => flag !== 'capped');

t.test('each text of a statement has a name of its own', async (t) => {
  const names = new Set<string>();
  const sets = Array.from(
    { length: 2 ** flags.length },
    (_, number) => new Set(flags.filter((_flag, bit) => number & (1 << bit))),
  );
  for (const kind of planKinds) for (const set of sets) names.add(nameOf(kind, set));
  t.equal(names.size, planKinds.length * sets.length);
  t.strictSame(
    [...names].filter((name) => !/^[a-z-]{1,63}$/.test(name)),
    [],
  );
});

t.test('a text has the lines that its flags call for', async (t) => {
  const text = ['select 1', 'from a --? area', 'from b --? no-area', 'where x --? area no-category'].join(
    '\n',
  );
  const linesWith = (...set: StatementFlag[]) => statementText(text, new Set(set)).split('\n');
  t.strictSame(linesWith(), ['select 1', 'from b']);
  t.strictSame(linesWith('area'), ['select 1', 'from a', 'where x']);
  t.strictSame(linesWith('area', 'category'), ['select 1', 'from a']);
});
