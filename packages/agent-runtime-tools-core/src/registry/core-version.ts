import type { ToolPack } from '../contracts/tool-pack.ts';
import { RegistrationError } from './registration-error.ts';

/** Put in by the build, from the package's manifest. */
declare const BUILT_CORE_VERSION: string | undefined;

/** This core's version; undefined when it runs from its sources. */
export const CORE_VERSION = typeof BUILT_CORE_VERSION === 'string' ? BUILT_CORE_VERSION : undefined;

/** Throws, with the line that repairs it, where a pack was made with a core that this one cannot stand in for. */
export function requireCompatibleCore({ name, coreVersion }: ToolPack, own = CORE_VERSION): void {
  if (coreVersion === undefined || own === undefined || isCompatible(coreVersion, own)) return;
  throw new RegistrationError(
    `Pack "${name}" was made with core ${coreVersion}, which core ${own} is not compatible with. Install the core that both can use: npm install @ku0/agent-runtime-tools-core@^${coreVersion}`,
  );
}

/** The same major version; below 1.0, the same minor one. */
function isCompatible(a: string, b: string): boolean {
  const line = lineOf(a);
  return line !== undefined && line === lineOf(b);
}

function lineOf(version: string): string | undefined {
  const [, major, minor] = /^(\d+)\.(\d+)\.\d+/.exec(version) ?? [];
  if (major === undefined || minor === undefined) return undefined;
  return major === '0' ? `0.${minor}` : major;
}
