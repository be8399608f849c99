import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The address of an endpoint is not one of the public internet. */
export class AddressRefused extends Error {
  constructor() {
    super('The address is not a public one');
    this.name = 'AddressRefused';
  }
}

/** The global unicast addresses of IPv6; what maps or tunnels IPv4 has a range of its own. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * Services of a cloud for its own machines that lie in the range of the public internet: Azure's agent, resolver and health
 * probes (https://learn.microsoft.com/en-us/azure/virtual-network/what-is-ip-address-168-63-129-16).
 */
const cloudServices: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether an address is one of the public internet: not private, loopback, link-local (metadata services), shared,
 * reserved or multicast, and not a form of IPv6 that leads to an address of IPv4.
 */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast' || cloudServices.has(address.toString())) return false;
  return address.kind() === 'ipv4' || address.match(globalUnicast);
};

const isLoopbackAddress = (text: string): boolean =>
  ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback';

/** Resolves a name to all its addresses; the system's resolver by default. */
export type Resolver = (
  host: string,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

const resolveBySystem: Resolver = (host, done) => {
  systemLookup(host, { all: true, verbatim: true }, (error, addresses) => done(error, addresses ?? []));
};

/** Which addresses endpoints may have. */
export interface AddressRules {
  /** Also allow addresses of this machine, for development. */
  readonly allowLoopback?: boolean;
  readonly resolve?: Resolver;
}

const mayCall = (address: string, { allowLoopback = false }: AddressRules): boolean =>
  isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));

/**
 * The `lookup` of a socket: what it gives is what is connected to, so that a name cannot change its mind between a check
 * and the connection. A name with one address that is not public is refused altogether.
 */
export const publicLookup =
  (rules: AddressRules): LookupFunction =>
  (host, options, done) => {
    (rules.resolve ?? resolveBySystem)(host, (error, addresses) => {
      const [first] = addresses;
      if (error || !first) return done(error ?? new AddressRefused(), '', 0);
      if (!addresses.every(({ address }) => mayCall(address, rules)))
        return done(new AddressRefused(), '', 0);
      if (options.all) return done(null, [...addresses]);
      return done(null, first.address, first.family);
    });
  };

/** An address that stands in the URL itself is not looked up. */
export const checkLiteral = (hostname: string, rules: AddressRules): void => {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !mayCall(address, rules)) throw new AddressRefused();
};
