import { cpSync, existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { PrivateFolder } from './private-folder.ts';

export interface SystemMountOptions {
  readonly folder: PrivateFolder;
  readonly node: string;
  readonly python?: string;
}

/** The folder of our own files inside the sandbox. */
export const INSIDE = '/run/toolbox';
/** The user id inside the sandbox. Outside, it is the user of this process. */
export const INSIDE_USER = 1000;

/** The mounts of the system, as arguments of bubblewrap. Created once. */
export interface SystemMounts {
  readonly common: readonly string[];
  /** Added if the run has the network. */
  readonly network: readonly string[];
}

export function systemMounts({ folder, node, python }: SystemMountOptions): SystemMounts {
  const etc = createEtc(folder);
  const mounted = existing(ETC_FOLDERS);
  for (const path of mounted) mkdirSync(join(folder.path, path), { recursive: true });
  return {
    common: [
      ...readOnly('/usr'),
      ...['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'].flatMap(linkOrMount),
      ...existing(['/nix/store']).flatMap(readOnly),
      '--ro-bind',
      etc,
      '/etc',
      '--proc',
      '/proc',
      ...hiddenKernelFiles(folder),
      '--dev',
      '/dev',
      ...linkOrMountNode(realpathSync(node)),
      ...(python === undefined ? [] : ['--symlink', python, `${INSIDE}/bin/python3`]),
    ],
    network: [
      ...mounted.flatMap(readOnly),
      ...existing(['/etc/hosts', '/etc/resolv.conf']).flatMap((path) => ['--ro-bind', realpathSync(path), path]),
    ],
  };
}

/**
 * Creates a replacement for /etc with the files that programs need for libraries, names and time, without anything secret or
 * personal. Mounting one folder is much faster than mounting many files.
 */
function createEtc(folder: PrivateFolder): string {
  for (const path of existing(ETC_FILES)) cpSync(path, join(folder.path, path), { recursive: true, ...KEEP_LINKS });
  folder.write('etc/passwd', `sandbox:x:${INSIDE_USER}:${INSIDE_USER}:sandbox:/tmp/home:/bin/sh\n`);
  folder.write('etc/group', `sandbox:x:${INSIDE_USER}:\n`);
  folder.write('etc/hosts', '127.0.0.1 localhost\n::1 localhost\n');
  folder.write('etc/resolv.conf', '');
  return join(folder.path, 'etc');
}

/** Copies links as links: their targets are in /usr. */
const KEEP_LINKS = { dereference: false, verbatimSymlinks: true } as const;

const ETC_FILES = [
  '/etc/ld.so.cache',
  '/etc/alternatives',
  '/etc/nsswitch.conf',
  '/etc/protocols',
  '/etc/services',
  '/etc/mime.types',
  '/etc/localtime',
  '/etc/timezone',
  '/etc/os-release',
  '/etc/ssl/openssl.cnf',
  ...['3.9', '3.10', '3.11', '3.12', '3.13', '3.14'].map((version) => `/etc/python${version}`),
];

/** Certificates: many files, which change. They are mounted only with the network, because every mount takes time. */
const ETC_FOLDERS = ['/etc/ssl/certs', '/etc/pki/tls/certs', '/etc/pki/ca-trust/extracted', '/etc/crypto-policies'];

/** /usr is mounted already, and a link is faster than a mount. */
function linkOrMountNode(node: string): readonly string[] {
  return [node.startsWith('/usr/') ? '--symlink' : '--ro-bind', node, `${INSIDE}/bin/node`];
}

/** Kernel files about the host that root can read without any capability. */
const KERNEL_FILES = ['kcore', 'keys', 'timer_list', 'sched_debug', 'latency_stats'].map((name) => `/proc/${name}`);
const KERNEL_FOLDERS = ['/proc/acpi', '/proc/scsi'];

function hiddenKernelFiles(folder: PrivateFolder): readonly string[] {
  if (process.getuid?.() !== 0) return [];
  return [
    ...existing(KERNEL_FILES).flatMap((path) => ['--ro-bind', folder.emptyFile, path]),
    ...existing(KERNEL_FOLDERS).flatMap((path) => ['--ro-bind', folder.emptyFolder, path]),
  ];
}

function linkOrMount(path: string): readonly string[] {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  return stat.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : readOnly(path);
}

function readOnly(path: string): readonly string[] {
  return ['--ro-bind', path, path];
}

function existing(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => existsSync(path));
}
