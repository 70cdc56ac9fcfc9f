import type { CommandAnalysis, CommandPart } from '../command-analysis.ts';
import { wordSet } from '../words/word-set.ts';
import { hasFlag, operandsOf } from './flags.ts';
import { findDanger, listingDanger } from './listing-danger.ts';
import { allOfSystemFolder, foldersOf, isSystemFolder, systemFolder } from './system-folder.ts';

/** The reason why a command deletes, moves or locks system folders, home folders or vital files, or undefined. */
export function deletionDanger(part: CommandPart, analysis: CommandAnalysis): string | undefined {
  const { argv, program } = part;
  const { home } = analysis;
  const operands = operandsOf(argv);
  switch (program) {
    case 'rm':
    case 'unlink':
    case 'shred':
    case 'trash':
    case 'srm':
    case 'wipe':
      return removalDanger(part, analysis);
    case 'find':
      return findDanger(part, home);
    case 'chmod':
    case 'chown':
    case 'chgrp':
    case 'chattr':
    case 'setfacl':
      return permissionDanger(part, home);
    case 'mv':
      return describe('it moves away', systemFolder(part, movedBy(argv), home));
    case 'rsync':
      if (!argv.some((word) => word.startsWith('--del')) || operands.length < 2) return undefined;
      return describe('it deletes what is in', systemFolder(part, operands.slice(-1), home));
    case 'tar':
    case 'bsdtar':
      if (!argv.includes('--remove-files')) return undefined;
      return describe('it deletes what it packs of', systemFolder(part, operands, home));
    case 'zip':
      if (!argv.some((word) => word === '--move' || /^-[a-zA-Z]*m/.test(word))) return undefined;
      return describe('it deletes what it packs of', systemFolder(part, operands.slice(1), home));
    case 'git':
      return gitDanger(part, home);
    case 'truncate':
    case 'fallocate':
      return describe(
        'it empties',
        operands.find((word) => VITAL_FILES.has(word)),
      );
    default:
      return undefined;
  }
}

function removalDanger(part: CommandPart, analysis: CommandAnalysis): string | undefined {
  const { argv, program } = part;
  const { home } = analysis;
  const operands = operandsOf(argv);
  const vital = operands.find((word) => VITAL_FILES.has(word));
  if (vital !== undefined) return `it deletes ${vital}`;
  const listing = listingDanger(part, analysis);
  if (listing !== undefined) return listing;
  if (program !== 'rm' || !hasFlag(argv, 'rR', '--recursive')) {
    return describe('it deletes', allOfSystemFolder(part, operands, home));
  }
  if (argv.some((word) => word.length > 6 && '--no-preserve-root'.startsWith(word))) {
    return 'it deletes without protecting the root folder';
  }
  return describe('it deletes', systemFolder(part, operands, home));
}

/** A recursive change of owner or mode, or one that takes all access to a folder away. */
function permissionDanger(part: CommandPart, home: string): string | undefined {
  const { argv, program } = part;
  const operands = operandsOf(argv);
  const takesAccess =
    program === 'chmod' && argv.some((word) => /^(?:0{1,4}|(?:a|u|ugo)?-[rwx]*[rx][rwx]*|a=)$/.test(word));
  if (hasFlag(argv, 'R', '--recursive')) {
    const folder = systemFolder(part, operands, takesAccess ? home : undefined);
    return describe(`${program} -R changes every file of`, folder);
  }
  return takesAccess ? describe('it takes away all access to', systemFolder(part, operands, home)) : undefined;
}

function movedBy(argv: readonly string[]): readonly string[] {
  const isTargetNamed = argv.some((word) => /^(?:-[a-zA-Z]*t|--target)/.test(word));
  const operands = operandsOf(argv);
  return isTargetNamed ? operands : operands.slice(0, -1);
}

function gitDanger(part: CommandPart, home: string): string | undefined {
  const words = part.forms.deny ?? part.argv;
  if (words[1] !== 'clean' || !hasFlag(words, 'f', '--force') || hasFlag(words, 'n', '--dry-run')) return undefined;
  const at = part.argv.indexOf('-C');
  const place = at > 0 ? (part.argv[at + 1] ?? '.') : '.';
  return isSystemFolder(part, place, home) ? `it deletes what is in ${foldersOf(part)[0] ?? place}` : undefined;
}

/** `> /etc/passwd`. */
export function redirectDanger(part: CommandPart): string | undefined {
  const emptied = part.redirects.find(
    ({ operator, target }) => /^(?:[&>]?>\|?|>&)$/.test(operator) && VITAL_FILES.has(target),
  );
  return describe('it empties', emptied?.target);
}

function describe(what: string, word: string | undefined): string | undefined {
  return word === undefined ? undefined : `${what} ${word}`;
}

/** Files that logging in and booting depend on. */
const VITAL_FILES = wordSet('/etc/passwd /etc/shadow /etc/group /etc/sudoers /etc/fstab /bin/sh /bin/bash /sbin/init');
