import type { ChangeLevel } from '@ku0/agent-runtime-tools-testkit/check';

/**
 * The lowest version for a change of this level. Below 1.0, a major change raises the minor version and others the patch
 * version, because `^0.1.0` accepts 0.1.9 and not 0.2.0.
 */
export function nextVersion(version: string, level: ChangeLevel): string {
  const [major, minor, patch] = partsOf(version);
  if (major === 0) return level === 'major' ? `0.${minor + 1}.0` : `0.${minor}.${patch + 1}`;
  if (level === 'major') return `${major + 1}.0.0`;
  return level === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** Whether a version is at least the needed one. */
export function isEnough(version: string, needed: string): boolean {
  const [has, needs] = [partsOf(version), partsOf(needed)];
  const at = has.findIndex((part, index) => part !== needs[index]);
  return at === -1 || (has[at] ?? 0) > (needs[at] ?? 0);
}

function partsOf(version: string): [major: number, minor: number, patch: number] {
  const [major = 0, minor = 0, patch = 0] = version.split(/[-+]/)[0]?.split('.').map(Number) ?? [];
  return [major, minor, patch];
}
