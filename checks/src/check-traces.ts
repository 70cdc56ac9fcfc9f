import { execFileSync } from 'node:child_process';
import { homedir, tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { filesBelow } from '../../scripts/fingerprint.mjs';
import { readText } from './repository.ts';

/** Says which files of the repository name this machine's folders or a package registry's host. */
export function checkTraces(root: string): string[] {
  const folder = `${machineFolder(root)}/`;
  return repositoryFiles(root).flatMap((file) => {
    const text = readText(root, file) ?? '';
    if (text.includes('\0')) return [];
    return [
      ...(text.includes(folder) ? [`${file}: names a folder of this machine, ${folder}`] : []),
      ...(file === LOCK_FILE && TARBALL.test(text) ? [`${file}: says where a package was downloaded from`] : []),
      ...(REGISTRY_HOST.exec(text) ?? []).map((host) => `${file}: names a registry host, ${host}`),
    ];
  });
}

const LOCK_FILE = 'pnpm-lock.yaml';
const TARBALL = /tarball: *['"]?https?:/;
const REGISTRY_HOST = /\b(?:registry|npm)(?:\.[a-z0-9-]+)+\.(?:org|com|net|io|dev)\b/;

/** The folder that contains the repository, or the repository itself if that folder has a common name. */
function machineFolder(root: string): string {
  const parent = dirname(root);
  return parent === tmpdir() || parent === homedir() || COMMON_FOLDERS.has(parent) ? root : parent;
}

const COMMON_FOLDERS = new Set([
  '/',
  '/app',
  '/build',
  '/builds',
  '/code',
  '/home',
  '/mnt',
  '/opt',
  '/repo',
  '/root',
  '/src',
  '/srv',
  '/tmp',
  '/usr/src',
  '/var/tmp',
  '/workspace',
  '/workspaces',
]);

/** The files that git does not ignore; without git, all files except installed and generated ones. */
function repositoryFiles(root: string): string[] {
  try {
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return listed.split('\0').filter((file) => file !== '' && readText(root, file) !== undefined);
  } catch {
    return filesBelow(root, '.', (name) => ['.git', 'node_modules', 'dist', '.cache'].includes(name));
  }
}
