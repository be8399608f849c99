import type { SignInNetworks } from '../../src/ports/accounts/sign-in-networks.ts';
import type { Tables } from '../tables.ts';

export const memorySignInNetworks = ({ signInNetworks }: Tables): SignInNetworks => ({
  note: async (network, at) => {
    const before = signInNetworks.get(network);
    if (!before || before < at) signInNetworks.set(network, at);
  },
  isKnown: async (network, since) => {
    const last = signInNetworks.get(network);
    return last !== undefined && last > since;
  },
});
