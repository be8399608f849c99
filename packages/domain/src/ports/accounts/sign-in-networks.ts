/** The networks that sign-ins came from, of any phone: address prefixes, /24 of IPv4 and /48 of IPv6. */
export interface SignInNetworks {
  /** Records a sign-in from the network; exact to a day, so that busy networks cost few writes. */
  note(network: string, at: Date): Promise<void>;
  /** Whether a sign-in came from the network after `since`. */
  isKnown(network: string, since: Date): Promise<boolean>;
}
