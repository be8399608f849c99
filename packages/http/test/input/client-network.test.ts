import { signInPolicy } from '@event-platform/domain';
import t from 'tap';
import {
  clientBlock,
  clientNetwork,
  clientNetworks,
  clientWideNetwork,
} from '../../src/input/client-network.ts';

t.test('the network and the block of an address', async (t) => {
  const networks: [string, string, string][] = [
    ['192.0.2.77', '192.0.2.0/24', '192.0.2.77/32'],
    ['::ffff:192.0.2.77', '192.0.2.0/24', '192.0.2.77/32'],
    ['192.0.2.77:4711', '192.0.2.0/24', '192.0.2.77/32'],
    ['2001:db8:aaaa:bbbb:cccc::1', '2001:db8:aaaa::/48', '2001:db8:aaaa:bbbb::/64'],
    ['[2001:db8:aaaa:bbbb::1]:443', '2001:db8:aaaa::/48', '2001:db8:aaaa:bbbb::/64'],
    ['fe80::1%eth0', 'fe80::/48', 'fe80::/64'],
    ['192.000.002.077', '192.0.2.0/24', '192.0.2.77/32'],
    ['192.0.2.08', '192.0.2.0/24', '192.0.2.8/32'],
    ['192.0.2.010', '192.0.2.0/24', '192.0.2.10/32'],
    ['::ffff:192.0.02.010', '192.0.2.0/24', '192.0.2.10/32'],
    ['192.0.2.010:80', '192.0.2.0/24', '192.0.2.10/32'],
    ['2001:0db8::0010', '2001:db8::/48', '2001:db8::/64'],
    ['192.0.2.256', 'unknown', 'unknown'],
    ['0xc0.0.2.10', 'unknown', 'unknown'],
    ['192.0.522', 'unknown', 'unknown'],
    ['3221225994', 'unknown', 'unknown'],
    ['unknown', 'unknown', 'unknown'],
    ['', 'unknown', 'unknown'],
  ];
  for (const [ip, network, block] of networks) {
    t.equal(clientNetwork(ip), network, ip);
    t.equal(clientBlock(ip), block, ip);
    t.equal(clientWideNetwork(ip) === 'unknown', network === 'unknown', ip);
  }
});

t.test('the networks around a client', async (t) => {
  const { ipv4, ipv6 } = signInPolicy.startCalls;
  const networks = (ip: string) =>
    clientNetworks(ip, { ipv4, ipv6 }).map(({ network, limit }) => `${network} ${limit}`);
  t.strictSame(networks('192.0.2.77'), ['192.0.2.77/32 5', '192.0.2.0/24 40', '192.0.0.0/16 400']);
  t.strictSame(networks('2001:db8:aaaa:bbcc:1::1'), [
    '2001:db8:aaaa:bbcc::/64 5',
    '2001:db8:aaaa:bb00::/56 10',
    '2001:db8:aaaa::/48 20',
    '2001:db8::/32 200',
  ]);
  t.strictSame(networks('gibberish'), ['unknown 5']);
  t.equal(clientWideNetwork('192.0.2.77'), '192.0.0.0/16');
  t.equal(clientWideNetwork('2001:db8:aaaa:bbcc:1::1'), '2001:db8::/32');
});
