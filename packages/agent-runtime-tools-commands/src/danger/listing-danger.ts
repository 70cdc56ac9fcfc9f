import { posix } from 'node:path';
import type { CommandAnalysis, CommandPart } from '../command-analysis.ts';
import { wordSet } from '../words/word-set.ts';
import { hasFlag, operandsOf } from './flags.ts';
import { foldersOf, isSystemFolder, systemFolder } from './system-folder.ts';

/** `find / -delete` and `find / -exec rm` without a test that selects files. */
export function findDanger(part: CommandPart, home: string): string | undefined {
  const { argv } = part;
  const removes = argv.includes('-delete') || argv.some((word, at) => EXEC.test(word) && isRemover(argv, at + 1));
  const folder = removes ? listedRoot(part, home) : undefined;
  return folder === undefined ? undefined : `it deletes everything in ${folder}`;
}

/** A deletion of everything that a `find` or `ls` before the pipe lists: `ls -A / | xargs rm -rf`. */
export function listingDanger(part: CommandPart, { parts, home }: CommandAnalysis): string | undefined {
  let runner = part;
  while (runner.parent !== undefined && !RUNNERS.has(runner.program)) {
    const parent = parts[runner.parent];
    if (parent === undefined) return undefined;
    runner = parent;
  }
  if (!RUNNERS.has(runner.program)) return undefined;
  const lister = findLister(runner, parts);
  const folder = lister === undefined ? undefined : listedRoot(lister, home);
  return folder === undefined ? undefined : `it deletes everything in ${folder}`;
}

/** The command that lists the names: the start of the pipe, or the command before it in a substitution. */
function findLister(runner: CommandPart, parts: readonly CommandPart[]): CommandPart | undefined {
  let source = runner.pipedFrom === undefined ? parts[runner.index - 1] : parts[runner.pipedFrom.start];
  while (source !== undefined && PASS_THROUGH.has(source.program)) {
    source = source.pipedFrom === undefined ? parts[source.index - 1] : parts[source.pipedFrom.start];
  }
  return source;
}

/** The system folder that is listed completely. */
function listedRoot(part: CommandPart, home: string): string | undefined {
  const { argv, program } = part;
  if (program === 'find') {
    if (narrows(argv)) return undefined;
    const start = argv.findIndex((word, at) => at > 0 && /^[-(!]/.test(word) && !/^-[HLPDO]/.test(word));
    const places = argv.slice(1, start < 0 ? undefined : start).filter((word) => !word.startsWith('-'));
    return systemFolder(part, places.length === 0 ? ['.'] : places, home);
  }
  if (program === 'ls' || program === 'du' || program === 'fd') {
    const operands = operandsOf(argv);
    const here = foldersOf(part).find((folder) => isSystemFolder(part, folder, home));
    if (operands.length === 0) return here;
    // `ls` prints names without their folder, so they refer to the current one.
    return systemFolder(
      part,
      operands.filter((word) => /[*?]/.test(posix.basename(word)) || here !== undefined),
      home,
    );
  }
  return undefined;
}

/** Whether an expression selects some files. A pattern that matches everything does not. */
function narrows(argv: readonly string[]): boolean {
  const removesTrees = argv.some(
    (word, at) => EXEC.test(word) && isRemover(argv, at + 1) && hasFlag(argv.slice(at + 1), 'rR', '--recursive'),
  );
  return argv.some((word, at) => {
    if (PATTERN_TESTS.has(word)) return !/^[*/.]*\*[*/.]*$/.test(argv[at + 1] ?? '');
    return NARROWING_TESTS.has(word) || (word === '-maxdepth' && !removesTrees);
  });
}

function isRemover(argv: readonly string[], at: number): boolean {
  const rest = argv.slice(at);
  const name = posix.basename(rest[0] ?? '');
  if (/^(?:rm|shred|unlink|srm)$/.test(name)) return true;
  return (
    /^(?:sudo|env|busybox|command|nice|nohup|ba|da|z)?(?:sh)?$/.test(name) &&
    rest.some((word) => /(?:^|[\s/;])(?:rm|shred|unlink)(?:\s|$)/.test(word))
  );
}

const EXEC = /^-exec(?:dir)?$/;
const RUNNERS = wordSet('xargs parallel');
const PASS_THROUGH = wordSet('sort tac cat tee uniq shuf');
const PATTERN_TESTS = wordSet('-name -iname -path -ipath -wholename -iwholename');
const NARROWING_TESTS = wordSet(
  '-regex -iregex -atime -ctime -mtime -amin -cmin -mmin -newer -size -user -group -uid -gid -perm -empty -samefile',
  '-inum -links -nouser -nogroup -xtype -lname -fstype -newermt',
);
