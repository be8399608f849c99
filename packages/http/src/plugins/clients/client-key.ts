import type { FastifyRequest } from 'fastify';
import { clientBlock } from './client-network.ts';

const maxBlocks = 10_000;
const blocks = new Map<string, string>();

/**
 * The block of a request's address; reading an address costs more than all else that is done with its block.
 */
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
