/** What a run may change and reach. */
export interface SandboxProfile {
  /** False: the workspace can only be read. */
  readonly writable: boolean;
  readonly network: boolean;
}

/**
 * A profile by name: `read-only` or `workspace-write`, `network` or `no-network`, or one of each joined by `+`.
 * Without the first the workspace can be written, without the second there is no network. Undefined for any other name.
 */
export function parseProfile(name: string): SandboxProfile | undefined {
  const words = name.split('+').map((word) => word.trim());
  const access = words.filter((word) => word === 'read-only' || word === 'workspace-write');
  const network = words.filter((word) => word === 'network' || word === 'no-network');
  if (access.length + network.length !== words.length || access.length > 1 || network.length > 1) return undefined;
  return { writable: access[0] !== 'read-only', network: network[0] === 'network' };
}
