import ipaddr from 'ipaddr.js';

/** Stands for an address that a trusted proxy forwarded malformed. */
const unknown = 'unknown';

/** Some proxies append the port to the address they forward. */
const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

const parsed = (ip: string): ipaddr.IPv4 | ipaddr.IPv6 | null => {
  const [, v6, v4] = withPort.exec(ip) ?? [];
  const text = (v6 ?? v4 ?? ip).replace(/%.*$/, '');
  // `process` converts an IPv4-mapped IPv6 address to the IPv4 address.
  return ipaddr.isValid(text) ? ipaddr.process(text) : null;
};

const prefix = (address: ipaddr.IPv4 | ipaddr.IPv6, v4Bits: number, v6Bits: number): string => {
  const bits = address.kind() === 'ipv4' ? v4Bits : v6Bits;
  const bytes = address.toByteArray().map((byte, index) => {
    const kept = Math.min(8, Math.max(0, bits - index * 8));
    return byte & (0xff << (8 - kept)) & 0xff;
  });
  return `${ipaddr.fromByteArray(bytes)}/${bits}`;
};

/** Whether an address is a loopback address. */
export const isLoopback = (ip: string): boolean => parsed(ip)?.range() === 'loopback';

/** The network of a sign-in: /24 of IPv4, /48 of IPv6. */
export const clientNetwork = (ip: string): string => {
  const address = parsed(ip);
  return address ? prefix(address, 24, 48) : unknown;
};

/** One caller in a rate limit: an IPv4 address, or an IPv6 /64, which a provider assigns to one household. */
export const clientBlock = (ip: string): string => {
  const address = parsed(ip);
  return address ? prefix(address, 32, 64) : unknown;
};
