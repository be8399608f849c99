import t from 'tap';
import { isPublicAddress, publicLookup } from '../../src/webhooks/public-address.ts';

t.test('public addresses are those of the internet, in both families', async (t) => {
  for (const address of ['93.184.216.34', '8.8.8.8', '2606:2800:220:1::1', '2a00:1450:4001:82a::200e'])
    t.ok(isPublicAddress(address), address);
  for (const address of ['', 'localhost', '10.0.0.1', 'fe80::1', '4000::1', '::ffff:8.8.8.8'])
    t.notOk(isPublicAddress(address), address);
});

t.test('services that a cloud has for its own machines are not public', async (t) => {
  for (const address of [
    ...[
      '169.254.169.254',
      '169.254.170.2',
      '168.63.129.16',
      '::ffff:168.63.129.16',
      '100.100.100.200',
      '192.0.0.192',
    ],
    ...['fd00:ec2::254', 'fd20:ce::254', '64:ff9b::a83f:8110', '2002:a83f:8110::1'],
  ])
    t.notOk(isPublicAddress(address), address);
});

t.test('a look-up gives all addresses or the first one, as it is asked', async (t) => {
  const addresses = [
    { address: '93.184.216.34', family: 4 },
    { address: '2606:2800:220:1::1', family: 6 },
  ];
  const lookup = publicLookup({ resolve: (_host, done) => done(null, addresses) });
  const addressesOf = (all: boolean) =>
    new Promise<unknown[]>((resolve) =>
      lookup('hooks.example.com', { all }, (...results) => resolve(results)),
    );
  t.strictSame(await addressesOf(true), [null, addresses]);
  t.strictSame(await addressesOf(false), [null, '93.184.216.34', 4]);
});
