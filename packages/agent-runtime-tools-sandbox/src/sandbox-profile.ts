/** What a run may access. */
export interface SandboxProfile {
  /** Whether the workspace can be changed, or only read. */
  readonly writable: boolean;
  readonly network: boolean;
}

/**
 * Parses a profile name: `read-only` or `workspace-write` (default), `network` or `no-network` (default), or one of each
 * joined by `+`. Undefined for any other name.
 */
export function parseProfile(name: string): SandboxProfile | undefined {
  const words = name.split('+').map((word) => word.trim());
  const access = words.filter((word) => word === 'read-only' || word === 'workspace-write');
  const network = words.filter((word) => word === 'network' || word === 'no-network');
  if (access.length + network.length !== words.length || access.length > 1 || network.length > 1) return undefined;
  return { writable: access[0] !== 'read-only', network: network[0] === 'network' };
}
