import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Stands for an address that a trusted proxy forwarded malformed. */
const unknownNetwork = 'unknown';

/** Some proxies append the port to the address they forward. */
const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

/** An IPv4 address, alone or at the end of an IPv6 address. */
const dottedAddress = /^(.*:)?(\d+\.\d+\.\d+\.\d+)$/;

/**
 * The address without zeros before its decimal numbers. Some proxies pad them; read as octal numbers, the spellings of one
 * address would be several callers (RFC 6943 section 3.1.1).
 */
const unpad = (text: string): string => {
  const [, before = '', numbers] = dottedAddress.exec(text) ?? [];
  return numbers === undefined ? text : `${before}${numbers.split('.').map(Number).join('.')}`;
};

/** Only the usual spellings: the library also reads hexadecimal and shortened IPv4 addresses. */
const isSpelledOut = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.IPv6.isValid(text));

const parseAddress = (ip: string): Address | null => {
  const [, v6, v4] = withPort.exec(ip) ?? [];
  const text = unpad((v6 ?? v4 ?? ip).replace(/%.*$/, ''));
  // `process` converts an IPv4-mapped IPv6 address to the IPv4 address.
  return isSpelledOut(text) ? ipaddr.process(text) : null;
};

const prefix = (address: Address, bits: number): string => {
  const bytes = address.toByteArray().map((byte, index) => {
    const prefixBits = Math.min(8, Math.max(0, bits - index * 8));
    return byte & (0xff << (8 - prefixBits)) & 0xff;
  });
  return `${ipaddr.fromByteArray(bytes)}/${bits}`;
};

const prefixOf = (ip: string, v4Bits: number, v6Bits: number): string => {
  const address = parseAddress(ip);
  return address ? prefix(address, address.kind() === 'ipv4' ? v4Bits : v6Bits) : unknownNetwork;
};

export const isLoopback = (ip: string): boolean => parseAddress(ip)?.range() === 'loopback';

/** The network of a sign-in: /24 of IPv4, /48 of IPv6. */
export const clientNetwork = (ip: string): string => prefixOf(ip, 24, 48);

/** The network that a provider may give whole to one caller: /16 of IPv4, /32 of IPv6. */
export const clientWideNetwork = (ip: string): string => prefixOf(ip, 16, 32);

/** One caller in a rate limit: an IPv4 address, or an IPv6 /64, which a provider assigns to one household. */
export const clientBlock = (ip: string): string => prefixOf(ip, 32, 64);

/** A bound on the calls from a network of `bits`. */
export interface WidthLimit {
  readonly bits: number;
  readonly limit: number;
}

/** The networks of these widths that the address lies in, each with its limit. A malformed address counts as one caller. */
export const clientNetworks = (
  ip: string,
  { ipv4, ipv6 }: { readonly ipv4: readonly WidthLimit[]; readonly ipv6: readonly WidthLimit[] },
): readonly { readonly network: string; readonly limit: number }[] => {
  const address = parseAddress(ip);
  if (!address) return [{ network: unknownNetwork, limit: Math.min(...ipv4.map(({ limit }) => limit)) }];
  const widths = address.kind() === 'ipv4' ? ipv4 : ipv6;
  return widths.map(({ bits, limit }) => ({ network: prefix(address, bits), limit }));
};

/** Whether an address lies in one of the networks; one without a length is a single address. */
export const isIn = (networks: readonly string[], address: string): boolean => {
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    const [base, bits] = network.includes('/')
      ? ipaddr.parseCIDR(network)
      : ([ipaddr.process(network), parsed.kind() === 'ipv4' ? 32 : 128] as const);
    return base.kind() === parsed.kind() && parsed.match(base, bits);
  });
};

const maxBlocks = 10_000;
const blocks = new Map<string, string>();

/** The block of a request's address; reading an address costs more than all else that is done with its block. */
export const clientBlockOf = ({ ip }: Pick<FastifyRequest, 'ip'>): string => {
  const block = blocks.get(ip);
  if (block !== undefined) return block;
  if (blocks.size === maxBlocks) blocks.clear();
  const read = clientBlock(ip);
  blocks.set(ip, read);
  return read;
};

/** Whose share of the service a request takes: its account's, or its network's without one. */
export const clientKeyOf = (request: Pick<FastifyRequest, 'caller' | 'ip'>): string =>
  request.caller ? request.caller.userId : clientBlockOf(request);
