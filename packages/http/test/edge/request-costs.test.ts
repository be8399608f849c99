import t from 'tap';
import { requestCosts } from '../../src/edge/request-costs.ts';

t.test('a client that has a long list shares a lane with others who have', async (t) => {
  const costs = requestCosts();
  const cost = () => costs.of('network', 'one', 'list');
  t.match(cost(), { units: 16, lane: 'list', maxInLane: 6 }, 'not known yet');
  costs.note('one', 3, 1_000);
  t.match(cost(), { units: 1, lane: null }, 'as any other read');
  costs.note('one', 300, 1_000);
  t.match(cost(), { units: 16, lane: 'list', maxInLane: 4 });
  costs.note('one', 3, 1_000);
  t.match(cost(), { lane: 'list', maxInLane: 4 }, 'a short one between long ones changes nothing');
  t.match(costs.of('network', 'two', 'list'), { maxInLane: 6 });
});

t.test('clients with large lists have them one at a time', async (t) => {
  const costs = requestCosts();
  const cost = (key: string) => costs.of('account', key, 'list');
  costs.note('one', 3, 300_000);
  t.match(cost('one'), { units: 16, lane: 'large list', maxInLane: 1 }, 'however fast it was');
  costs.note('one', 300, 1_000);
  t.match(cost('one'), { lane: 'large list' }, 'a long one between large ones changes nothing');
  costs.note('two', 300, 1_000);
  costs.note('two', 3, 300_000);
  t.match(cost('two'), { lane: 'large list' }, 'the heavier of the two counts');
});

t.test('an account has fewer requests at once than a network', async (t) => {
  const costs = requestCosts();
  t.match(costs.of('account', 'one', 'read'), { units: 4 });
  t.match(costs.of('network', 'one', 'read'), { units: 1 });
  t.match(costs.of('account', 'one', 'bulk'), { units: 48, lane: 'bulk', maxInLane: 1, maxWaitMs: 20_000 });
  t.match(
    costs.of('account', 'one', 'download'),
    { units: 24, lane: null, maxWaitMs: 20_000 },
    'two at once',
  );
});
