import type { ConfinedPlan } from '../driver.ts';
import type { ViewMount } from '../../workspace-view/workspace-view.ts';
import type { MemoryFolder } from '../../limits/kernel-memory.ts';
import type { SandboxLimits } from '../../sandbox-limits.ts';
import type { PrivateFolder } from './private-folder.ts';
import { INSIDE, INSIDE_USER } from './system-mounts.ts';
import type { SystemMounts } from './system-mounts.ts';

export interface ArgumentSources {
  readonly system: SystemMounts;
  readonly folder: PrivateFolder;
  /** The files of this run: their paths outside, by their names inside. */
  readonly files: Readonly<Record<string, string>>;
}

/** The descriptors from which bubblewrap reads its arguments and the filter, and to which it writes its status. */
export const DESCRIPTORS = { arguments: 7, status: 8, filter: 9 } as const;

/** All arguments for bubblewrap. It applies them in this order. */
export function bubblewrapArguments(plan: ConfinedPlan, { system, folder, files }: ArgumentSources): string[] {
  const { profile, limits, view, writable, readable } = plan;
  const list = [
    ...NAMESPACES,
    ...(profile.network ? [] : ['--unshare-net']),
    '--seccomp',
    String(DESCRIPTORS.filter),
    '--json-status-fd',
    String(DESCRIPTORS.status),
    '--clearenv',
    ...Object.entries({ ...ENVIRONMENT, ...plan.env }).flatMap(([name, value]) => ['--setenv', name, value]),
    ...system.common,
    ...(profile.network ? system.network : []),
    ...memoryFolders(limits).flatMap(({ path, bytes }) => [
      '--perms',
      '1777',
      '--size',
      String(bytes),
      '--tmpfs',
      path,
    ]),
    '--dir',
    '/tmp/home',
    '--symlink',
    '../tmp',
    '/var/tmp',
    ...readable.flatMap(({ path, real }) => ['--ro-bind', real, path]),
    ...Object.entries(files).flatMap(([name, path]) => ['--ro-bind', path, `${INSIDE}/${name}`]),
    ...(profile.writable ? writable.flatMap(({ path, real }) => ['--bind', real, path]) : []),
    ...view.roots.flatMap(({ path, readOnly }) => [readOnly ? '--ro-bind' : '--bind', path, path]),
    ...view.mounts.flatMap((mount) => mountArguments(mount, folder)),
    ...['/dev', '/proc', '/'].flatMap((path) => ['--remount-ro', path]),
    '--chdir',
    plan.cwd,
  ];
  // The arguments are passed in a NUL-separated list, so a NUL inside would split one argument in two.
  if (list.some((argument) => argument.includes('\0')))
    throw new TypeError('A path or a variable contains a NUL character.');
  return list;
}

/** All namespaces except the network. When bubblewrap, the first process inside, exits, the kernel ends all others. */
const NAMESPACES = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--uid',
  String(INSIDE_USER),
  '--gid',
  String(INSIDE_USER),
  '--hostname',
  'sandbox',
  '--new-session',
  '--die-with-parent',
  '--cap-drop',
  'ALL',
];

const ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: `${INSIDE}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
  HOME: '/tmp/home',
  TMPDIR: '/tmp',
  USER: 'sandbox',
  LOGNAME: 'sandbox',
  SHELL: '/bin/sh',
  // Only the encoding. With LANG, programs would look for the files of all twelve locale categories.
  LC_CTYPE: 'C.UTF-8',
  SHLVL: '1',
  TOOLBOX_SANDBOX: 'bubblewrap',
};

/** The folders inside that are held in memory, with their sizes. */
export function memoryFolders({ temporaryMb }: Pick<SandboxLimits, 'temporaryMb'>): readonly MemoryFolder[] {
  return [
    { path: '/dev/shm', bytes: SHARED_MEMORY_MB * MEGABYTE },
    { path: '/tmp', bytes: Math.floor(temporaryMb * MEGABYTE) },
  ];
}

const SHARED_MEMORY_MB = 64;
const MEGABYTE = 1024 * 1024;

function mountArguments({ path, how }: ViewMount, { emptyFile, emptyFolder }: PrivateFolder): readonly string[] {
  if (how === 'pin') return ['--bind', path, path];
  const source = { 'read-only': path, 'hide-file': emptyFile, 'hide-folder': emptyFolder }[how];
  return ['--ro-bind', source, path];
}
