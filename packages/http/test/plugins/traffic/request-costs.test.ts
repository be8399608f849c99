import t from 'tap';
import { requestCosts } from '../../../src/plugins/traffic/request-costs.ts';

t.test('a client that has a long list shares a lane with others who have', async (t) => {
  const costs = requestCosts();
  const cost = () => costs.of('network', 'one', 'list');
  t.match(cost(), { units: 16, lane: 'list', maxInLane: 6 }, 'not known yet');
  costs.note('one', 3);
  t.match(cost(), { units: 1, lane: null }, 'as any other read');
  costs.note('one', 300);
  t.match(cost(), { units: 16, lane: 'list', maxInLane: 4 });
  costs.note('one', 3);
  t.match(cost(), { lane: 'list', maxInLane: 4 }, 'a short one between long ones changes nothing');
  t.match(costs.of('network', 'two', 'list'), { maxInLane: 6 });
});

t.test('an account has fewer requests at once than a network', async (t) => {
  const costs = requestCosts();
  t.match(costs.of('account', 'one', 'read'), { units: 4 });
  t.match(costs.of('network', 'one', 'read'), { units: 1 });
  t.match(costs.of('account', 'one', 'bulk'), { units: 48, lane: 'bulk', maxInLane: 1, maxWaitMs: 20_000 });
});
