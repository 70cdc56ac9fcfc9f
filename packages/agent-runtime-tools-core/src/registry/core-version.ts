import type { ToolPack } from '../contracts/tool-pack.ts';
import { RegistrationError } from './registration-error.ts';

/** Replaced by the build with the version in package.json. */
declare const BUILT_CORE_VERSION: string | undefined;

/** The version of this copy of core; undefined if it runs from its sources. */
export const CORE_VERSION = typeof BUILT_CORE_VERSION === 'string' ? BUILT_CORE_VERSION : undefined;

/** Throws if the pack was made with an incompatible version of core; the message contains the command that fixes it. */
export function requireCompatibleCore({ name, coreVersion }: ToolPack, own = CORE_VERSION): void {
  if (coreVersion === undefined || own === undefined || isCompatible(coreVersion, own)) return;
  throw new RegistrationError(
    `Pack "${name}" was made with core ${coreVersion}, which core ${own} is not compatible with. Install the core that both can use: npm install @ku0/agent-runtime-tools-core@^${coreVersion}`,
  );
}

/** Whether two versions have the same major version or, below 1.0, the same minor version. */
function isCompatible(a: string, b: string): boolean {
  const range = compatibleRange(a);
  return range !== undefined && range === compatibleRange(b);
}

/** `2` for 2.1.0, `0.3` for 0.3.1. */
function compatibleRange(version: string): string | undefined {
  const [, major, minor] = /^(\d+)\.(\d+)\.\d+/.exec(version) ?? [];
  if (major === undefined || minor === undefined) return undefined;
  return major === '0' ? `0.${minor}` : major;
}
