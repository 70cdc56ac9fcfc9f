import type { PackFolder } from './load-pack-folder.ts';

const CORE = '@ku0/agent-runtime-tools-core';

/** An application has one core, so packs name a range of it as their peer. */
export function coreRangeProblems({ manifest, pack }: Pick<PackFolder, 'manifest' | 'pack'>): string[] {
  const { dependencies = {}, peerDependencies = {} } = manifest;
  const range = peerDependencies[CORE];
  if (Object.hasOwn(dependencies, CORE))
    return [`${CORE} is in "dependencies"; move it to "peerDependencies", so that an application has one core`];
  if (range === undefined) return [`${CORE} is not in "peerDependencies"`];
  if (range.startsWith('workspace:')) return [];
  const parts = range.split('||').map((part) => /^\^(\d+)\.(\d+)\.(\d+)$/.exec(part.trim()));
  if (!parts.every((part) => part !== null))
    return [`the range "${range}" of core is not of the form ^1.2.3, which accepts exactly the compatible versions`];
  const { coreVersion } = pack;
  if (coreVersion === undefined || parts.some((part) => accepts(part.slice(1, 4).map(Number), coreVersion))) return [];
  return [`it was made with core ${coreVersion}, which its range "${range}" does not accept`];
}

function accepts([major = 0, minor = 0, patch = 0]: readonly number[], version: string): boolean {
  const [a = 0, b = 0, c = 0] = version.split(/[.+-]/).map(Number);
  if (a !== major) return false;
  if (major === 0) return b === minor && c >= patch && (minor > 0 || c === patch);
  return b > minor || (b === minor && c >= patch);
}
