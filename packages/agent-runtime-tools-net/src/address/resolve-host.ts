import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { ToolFailure, printable } from '@ku0/agent-runtime-tools-core';
import { netErrors } from '../errors.ts';
import type { AddressRules, Destination } from './address-rules.ts';

/** Gives all addresses of a host name. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

export const defaultLookup: Lookup = async (hostname) =>
  (await systemLookup(hostname, { all: true, order: 'verbatim' })).map(({ address }) => address);

/**
 * The addresses that a connection to the destination may use. One forbidden address among them refuses the host: which one
 * would be connected to is not for the owner of the name to choose.
 */
export async function resolveHost(
  destination: Destination,
  { rules, lookup }: { readonly rules: AddressRules; readonly lookup: Lookup },
): Promise<readonly string[]> {
  rules.checkDestination(destination);
  if (isIP(destination.host) > 0) return [destination.host];
  const addresses = await lookup(destination.host).catch((error: unknown) => {
    throw notFound(destination.host, error);
  });
  if (addresses.length === 0) throw notFound(destination.host);
  for (const address of addresses) rules.checkAddress(address, destination);
  return addresses;
}

function notFound(host: string, cause?: unknown): ToolFailure {
  const isTemporary = cause instanceof Error && 'code' in cause && cause.code === 'EAI_AGAIN';
  return new ToolFailure(
    netErrors.HOST_NOT_FOUND({
      message: `There is no address for the host ${printable(host)}.`,
      retryable: isTemporary,
    }),
    { cause },
  );
}
