import { readFileSync } from 'node:fs';

export type PackageManager = 'apt' | 'dnf' | 'pacman' | 'apk' | 'brew' | 'winget';

/** The usual package manager of this system; undefined if it is not one that we know. */
export function packageManager(
  platform: NodeJS.Platform = process.platform,
  osRelease: () => string = readOsRelease,
): PackageManager | undefined {
  if (platform === 'darwin') return 'brew';
  if (platform === 'win32') return 'winget';
  if (platform !== 'linux') return undefined;
  // Derivatives name what they derive from: ID=linuxmint, ID_LIKE="ubuntu debian".
  const lines = osRelease()
    .split('\n')
    .filter((line) => /^(ID|ID_LIKE)=/.test(line));
  const systems = lines.flatMap((line) => line.replace(/^\w+=/, '').replaceAll('"', '').split(/\s+/));
  return systems.map((system) => MANAGERS.get(system)).find((manager) => manager !== undefined);
}

const MANAGERS: ReadonlyMap<string, PackageManager> = new Map([
  ['debian', 'apt'],
  ['ubuntu', 'apt'],
  ['fedora', 'dnf'],
  ['rhel', 'dnf'],
  ['centos', 'dnf'],
  ['arch', 'pacman'],
  ['alpine', 'apk'],
]);

function readOsRelease(): string {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}
