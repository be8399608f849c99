import { memoryProof } from '@event-platform/domain/memory';
import t from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

t.test(
  'while the guesses of all phones are spent an answer needs a proof, which keeps what was typed',
  async (t) => {
    const scene = await openTestSite(t);
    const { person, event, world } = scene;
    const member = await person();
    const path = `/e/${(await event(member)).id}`;
    const phone = '+447700900199';
    const ip = '198.51.100.1';
    const codePage = await (await visitor(scene).open(path)).press('Send me a code', { phone }, { ip });
    t.equal(codePage.status, 200);
    const day = world.clock.now().toISOString().slice(0, 10);
    const until = new Date(world.clock.now().getTime() + 3_600_000);
    const spent = { key: `guesses:${day}:unknown`, amount: 200, limit: 200, until };
    await world.dependencies.stores.quotas.takeAll([spent], world.clock.now());
    const code = world.smsSent.at(-1)?.code ?? '';
    const refusal = await codePage.press('I’m going', { code, stay: '1' }, { ip });
    t.equal(refusal.status, 403);
    t.match(refusal.words, 'One moment');
    t.strictSame(
      ['phone', 'code', 'stay', 'answer'].map((name) => refusal.field(name)),
      [phone, code, '1', 'going'],
    );
    t.match(refusal.headers['content-security-policy'], "script-src 'self'");
    const data = refusal.document.querySelector('[data-challenge]')?.getAttribute('data-challenge') ?? '';
    const proof = memoryProof(JSON.parse(data));
    const going = await refusal.press('Send me a code', { proof }, { ip });
    t.match(going.words, 'You are going');
  },
);
