import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { normalizeHost } from './host-pattern.ts';

/** The private hosts that a request may reach, because the host application named them. */
export interface PrivateExceptions {
  /** Whether the name itself was listed, so that it may resolve to any address. */
  allowsHost(hostname: string, port: number): boolean;
  allowsAddress(address: string, port: number): boolean;
}

/**
 * Compiles `allowPrivate`. An entry is a host name, an IP address or a CIDR range, each with or without a port:
 * `localhost:8888`, `10.1.0.0/16`, `[::1]:3000`. Throws a TypeError at anything else.
 */
export function compilePrivateExceptions(entries: readonly string[]): PrivateExceptions {
  const compiled = entries.map(compileEntry);
  return {
    allowsHost: (hostname, port) => compiled.some((entry) => entry.host === hostname && appliesTo(entry, port)),
    allowsAddress: (address, port) =>
      compiled.some((entry) => entry.range !== undefined && appliesTo(entry, port) && isInRange(address, entry.range)),
  };
}

interface Entry {
  readonly host?: string;
  readonly range?: Range;
  readonly port?: number | undefined;
}

function appliesTo(entry: Entry, port: number): boolean {
  return entry.port === undefined || entry.port === port;
}

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

function compileEntry(entry: string): Entry {
  const [, name = '', portText] =
    /^(\[[^\]]*\]|[^:]*|[^[\]]*:[^[\]]*:[^[\]]*?)(?::(\d{1,5}))?$/.exec(entry.trim()) ?? [];
  const port = portText === undefined ? undefined : Number(portText);
  const host = normalizeHost(name);
  if (host === '' && !name.includes('/')) throw invalidEntry(entry);
  if (port !== undefined && (port === 0 || port > 65_535)) throw invalidEntry(entry);
  if (name.includes('/')) return { range: cidr(name, entry), port };
  if (isIP(host)) return { range: [ipaddr.parse(host), isIP(host) === 4 ? 32 : 128], port };
  if (/[*@\s?#]/.test(name)) throw invalidEntry(entry);
  return { host, port };
}

function cidr(text: string, entry: string): Range {
  try {
    return ipaddr.parseCIDR(text.replaceAll(/[[\]]/g, ''));
  } catch {
    throw invalidEntry(entry);
  }
}

function invalidEntry(entry: string): TypeError {
  return new TypeError(
    `${JSON.stringify(entry)} is not a private exception. Write a host, an IP address or a CIDR range, with or without a port.`,
  );
}

function isInRange(address: string, [network, bits]: Range): boolean {
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && parsed.match(network, bits);
  return network instanceof ipaddr.IPv6 && parsed.match(network, bits);
}
