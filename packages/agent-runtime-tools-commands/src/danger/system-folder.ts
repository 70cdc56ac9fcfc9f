import { posix } from 'node:path';
import type { CommandPart } from '../command-analysis.ts';
import { compileGlobPath } from '../judge/paths/expand-glob.ts';
import { wordSet } from '../words/word-set.ts';

/**
 * The first word that is a system folder, the home folder when one is given, or a glob for everything in one of these.
 * Unknown words count by their guessed value.
 */
export function systemFolder(part: CommandPart, words: readonly string[], home?: string): string | undefined {
  return words.find((word) => isSystemFolder(part, word, home));
}

export function isSystemFolder(part: CommandPart, word: string, home?: string): boolean {
  if (word === '' || (word.startsWith('-') && !word.includes('/'))) return false;
  return foldersOf(part).some((cwd) => isSystemPath(resolveWord(word, cwd, home), home));
}

/** The first word that stands for everything in such a folder: `/etc/*`, or `*` after `cd /etc`. */
export function allOfSystemFolder(part: CommandPart, words: readonly string[], home?: string): string | undefined {
  return words.find((word) => MATCHES_EVERYTHING.test(posix.basename(word)) && isSystemFolder(part, word, home));
}

/** The folders that a part runs in, or a guess at them. */
export function foldersOf(part: CommandPart): readonly string[] {
  return part.cwds ?? [part.likelyCwd ?? '/nonexistent'];
}

function resolveWord(word: string, cwd: string, home: string | undefined): string {
  const spelled = word.replace(/^\$\{HOME[^}/]*\}|^\$HOME\b|^~[\w-]*(?=\/|$)/, home ?? '~');
  let path = posix.resolve(cwd, spelled);
  // A glob for everything in a folder counts as the folder.
  while (path !== '/' && MATCHES_EVERYTHING.test(posix.basename(path))) path = posix.dirname(path);
  return path;
}

function isSystemPath(path: string, home: string | undefined): boolean {
  if (path === '/' || SYSTEM_FOLDERS.has(path)) return true;
  if (home !== undefined && (path === posix.normalize(home) || /^\/(?:home|Users)\/[^/]+$/.test(path))) return true;
  return /[*?[]/.test(path) && SYSTEM_LIST.some(compileGlobPath(path));
}

/** Globs that match all names, or all hidden ones. */
const MATCHES_EVERYTHING = /^(?=.*[*?])(?:\*|\?|\.(?=[*?[.])|\[[^\]/]*\])+$/;
const SYSTEM_FOLDERS = wordSet(
  '/bin /boot /dev /etc /home /lib /lib32 /lib64 /libx32 /media /mnt /opt /proc /root /run /sbin /srv /sys /usr /var',
  '/nix /usr/bin /usr/sbin /usr/lib /usr/lib32 /usr/lib64 /usr/libexec /usr/share /usr/local /usr/include /var/lib',
  '/boot/efi /boot/grub /etc/ssh /etc/pam.d /etc/systemd /sys/firmware/efi/efivars /var/lib/dpkg /var/lib/rpm',
  '/Users /System /Library /Applications /Volumes /private /private/etc /private/var',
);
const SYSTEM_LIST = [...SYSTEM_FOLDERS];
