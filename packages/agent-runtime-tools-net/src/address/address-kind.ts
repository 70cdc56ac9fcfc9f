import ipaddr from 'ipaddr.js';

/** `public` is the only kind that may be connected to without an exception. */
export type AddressKind =
  | 'public'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'metadata'
  | 'multicast'
  | 'unspecified'
  | 'reserved'
  | 'invalid';

/**
 * What kind of network an IP address belongs to. IPv6 forms that carry an IPv4 address are judged by it:
 *
 *     ::ffff:10.0.0.1     private     (mapped)
 *     64:ff9b::8.8.8.8    public      (NAT64, as IPv6-only networks resolve public names)
 *     2002:7f00:1::       reserved    (6to4, obsolete)
 */
export function addressKind(address: string): AddressKind {
  // Zone ids (`fe80::1%eth0`) and short forms (`127.1`) are not what a resolver or a URL parser gives.
  if (address.includes('%') || !ipaddr.isValid(address) || (!address.includes(':') && !isFourParts(address))) {
    return 'invalid';
  }
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 ? kindOfV6(parsed) : kindOfV4(parsed);
}

/** Addresses of cloud metadata services that lie in ranges which are otherwise public or merely reserved. */
const METADATA = new Set(['169.254.169.254', '169.254.170.2', '168.63.129.16', '100.100.100.200', '192.0.0.192']);
const METADATA_V6 = new Set(['fd00:ec2::254', 'fd20:ce::254']);

function kindOfV4(address: ipaddr.IPv4): AddressKind {
  if (METADATA.has(address.toString())) return 'metadata';
  return V4_KINDS[address.range()] ?? 'reserved';
}

const V4_KINDS: Readonly<Record<string, AddressKind>> = {
  unicast: 'public',
  loopback: 'loopback',
  private: 'private',
  carrierGradeNat: 'private',
  linkLocal: 'link-local',
  multicast: 'multicast',
  broadcast: 'multicast',
  unspecified: 'unspecified',
};

function kindOfV6(address: ipaddr.IPv6): AddressKind {
  if (METADATA_V6.has(address.toString())) return 'metadata';
  const range = address.range();
  if (range === 'ipv4Mapped' || (range === 'rfc6052' && isWellKnownNat64(address)))
    return kindOfV4(lastFourBytes(address));
  // Global unicast addresses are 2000::/3. Other ranges that no table names are not in use.
  if (range === 'unicast') return (address.toByteArray()[0] ?? 0) >> 5 === 1 ? 'public' : 'reserved';
  return V6_KINDS[range] ?? 'reserved';
}

const V6_KINDS: Readonly<Record<string, AddressKind>> = {
  loopback: 'loopback',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  linkLocal: 'link-local',
  multicast: 'multicast',
  unspecified: 'unspecified',
};

/** `64:ff9b::/96`; the local prefix `64:ff9b:1::/48` leads wherever its operator likes. */
function isWellKnownNat64(address: ipaddr.IPv6): boolean {
  return address.match(ipaddr.IPv6.parse('64:ff9b::'), 96);
}

function lastFourBytes(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

function isFourParts(address: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(address);
}
