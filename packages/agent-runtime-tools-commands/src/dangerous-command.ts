import { posix } from 'node:path';
import type { CommandAnalysis, CommandPart } from './command-analysis.ts';
import { wordSet } from './words/word-set.ts';

export interface Danger {
  readonly why: string;
  readonly part?: CommandPart;
}

/**
 * Recognises the commands that destroy a machine or a home folder, by what they are and not by how they are spelled:
 * through wrappers and nested shells, with guesses at variables, but not in texts that are only printed.
 */
export function dangerousCommand(analysis: CommandAnalysis): Danger | undefined {
  const bomb = analysis.functions.find(({ selfCalls, forks }) => forks && selfCalls > 0);
  if (bomb !== undefined) return { why: `the function ${bomb.name} starts itself again and again: a fork bomb` };
  for (const part of analysis.parts) {
    const why = dangerOf(part, analysis.home);
    if (why !== undefined) return { why, part };
  }
  return undefined;
}

function dangerOf(part: CommandPart, home: string): string | undefined {
  for (const { access, path } of part.paths) {
    if (access !== 'read' && DEVICE.test(posix.normalize(path))) return `it overwrites the device ${path}`;
  }
  const { argv, program } = part;
  if (argv.length === 0 || argv.some((word) => /^--(?:help|version)$/.test(word))) return undefined;
  if (/^mkfs(?:\.|$)|^mke2fs$/.test(argv[0]?.split('/').at(-1) ?? '') || FORMATTERS.has(program)) {
    return `${program} destroys what is on a disk`;
  }
  switch (program) {
    case 'rm':
      return removalDanger(part, home);
    case 'find':
      return findDanger(part, home);
    case 'chmod':
    case 'chown':
    case 'chgrp':
      if (!hasFlag(argv, 'R', '--recursive')) return undefined;
      return systemFolder(part, argv.slice(2), undefined, `${program} -R changes every file of`);
    case 'mv':
      return systemFolder(part, argv.slice(1, -1), home, 'it moves away');
    case 'dd':
      return deviceOutput(argv);
    case 'shutdown':
    case 'reboot':
    case 'halt':
    case 'poweroff':
      return 'it stops the machine';
    case 'init':
    case 'telinit':
      return /^[06]$/.test(argv[1] ?? '') ? 'it stops the machine' : undefined;
    case 'systemctl':
      return argv.some((word) => /^(?:poweroff|reboot|halt|kexec|emergency|rescue)$/.test(word))
        ? 'it stops the machine'
        : undefined;
    case 'kill':
      return argv.slice(2).includes('-1') ? 'it ends every process' : undefined;
    default:
      return undefined;
  }
}

function removalDanger(part: CommandPart, home: string): string | undefined {
  const { argv } = part;
  if (!hasFlag(argv, 'rR', '--recursive')) return undefined;
  if (argv.some((word) => word.length > 6 && '--no-preserve-root'.startsWith(word))) {
    return 'it deletes without sparing the root folder';
  }
  return systemFolder(part, argv.slice(1), home, 'it deletes');
}

/** `find / -delete` without anything that narrows it down. */
function findDanger(part: CommandPart, home: string): string | undefined {
  const { argv } = part;
  const isRemoval =
    argv.includes('-delete') ||
    argv.some((word, at) => /^-exec(?:dir)?$/.test(word) && /(?:^|\/)rm$/.test(argv[at + 1] ?? ''));
  if (!isRemoval || argv.some((word) => NARROWS.has(word))) return undefined;
  return systemFolder(part, argv.slice(1), home, 'it deletes everything in');
}

function deviceOutput(argv: readonly string[]): string | undefined {
  const output = argv.find((word) => word.startsWith('of='))?.slice(3);
  return output !== undefined && DEVICE.test(posix.normalize(output))
    ? `it overwrites the device ${output}`
    : undefined;
}

/** The first of these words that is a folder of the system, or the home folder, or everything in one. */
function systemFolder(
  part: CommandPart,
  words: readonly string[],
  home: string | undefined,
  what: string,
): string | undefined {
  for (const word of words) {
    if (word.startsWith('-') || word === '') continue;
    for (const folder of part.cwds ?? ['/nonexistent']) {
      if (isSystemFolder(folderOf(word, folder, home), home)) return `${what} ${word}`;
    }
  }
  return undefined;
}

function folderOf(word: string, cwd: string, home: string | undefined): string {
  const spelled = word.replace(/^\$\{HOME[^}/]*\}|^\$HOME\b|^~[\w-]*(?=\/|$)/, home ?? '~');
  const path = posix.resolve(cwd, spelled);
  // Everything in a folder is the folder.
  return path.replace(/\/(?:\*|\.\*|\.\[!?\^?\.\]\*|\?\*)+$/, '') || '/';
}

function isSystemFolder(path: string, home: string | undefined): boolean {
  return (
    path === '/' ||
    SYSTEM.has(path) ||
    (home !== undefined && (path === posix.normalize(home) || /^\/(?:home|Users)\/[^/]+$/.test(path)))
  );
}

function hasFlag(argv: readonly string[], letters: string, long: string): boolean {
  const short = new RegExp(`^-[A-Za-z]*[${letters}]`);
  return argv.some((word, at) => at > 0 && (short.test(word) || (word.length > 3 && long.startsWith(word))));
}

const FORMATTERS: ReadonlySet<string> = new Set(['mkswap', 'wipefs', 'blkdiscard']);
const DEVICE =
  /^\/(?:dev\/(?:[shvx]v?d[a-z]|nvme|mmcblk|r?disk\d|dm-|md\d|loop\d|mapper\/|sr\d|k?mem$|port$)|proc\/sysrq-trigger$)/;
const SYSTEM = wordSet(
  '/bin /boot /dev /etc /home /lib /lib32 /lib64 /media /mnt /opt /proc /root /run /sbin /srv /sys /usr /var /nix',
  '/usr/bin /usr/sbin /usr/lib /usr/lib64 /usr/share /usr/local /usr/include /var/lib',
  '/Users /System /Library /Applications /Volumes /private /private/etc /private/var',
);
const NARROWS = wordSet(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -atime -ctime -mtime -amin -cmin -mmin -newer',
  '-size -user -group -uid -gid -perm -empty -maxdepth -samefile -inum -links',
);
