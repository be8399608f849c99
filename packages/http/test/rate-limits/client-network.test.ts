import t from 'tap';
import { clientBlock, clientNetwork } from '../../src/rate-limits/client-network.ts';

t.test('the network and the block of an address', async (t) => {
  const networks: [string, string, string][] = [
    ['192.0.2.77', '192.0.2.0/24', '192.0.2.77/32'],
    ['::ffff:192.0.2.77', '192.0.2.0/24', '192.0.2.77/32'],
    ['192.0.2.77:4711', '192.0.2.0/24', '192.0.2.77/32'],
    ['2001:db8:aaaa:bbbb:cccc::1', '2001:db8:aaaa::/48', '2001:db8:aaaa:bbbb::/64'],
    ['[2001:db8:aaaa:bbbb::1]:443', '2001:db8:aaaa::/48', '2001:db8:aaaa:bbbb::/64'],
    ['fe80::1%eth0', 'fe80::/48', 'fe80::/64'],
    ['unknown', 'unknown', 'unknown'],
    ['', 'unknown', 'unknown'],
  ];
  for (const [ip, network, block] of networks) {
    t.equal(clientNetwork(ip), network, ip);
    t.equal(clientBlock(ip), block, ip);
  }
});
