export { createNetwork } from './create-network.ts';
export { netErrors } from './errors.ts';
export { addressKind, type AddressKind } from './address/address-kind.ts';
export { destinationOf, type AddressRuleOptions, type Destination } from './address/address-rules.ts';
export { compileHostPatterns } from './address/host-pattern.ts';
export { readAtMost, type GuardedResponse } from './fetch/guarded-response.ts';
export { untrustedText } from './untrusted-text.ts';
export { startProxy, type GuardedProxy, type ProxyOptions, type ProxyRefusal } from './proxy/start-proxy.ts';

export type { Lookup } from './address/resolve-host.ts';
export type { Dial } from './fetch/open-connection.ts';
export type { GuardedRequestInit, Network, NetworkLimits, NetworkOptions } from './network.ts';
