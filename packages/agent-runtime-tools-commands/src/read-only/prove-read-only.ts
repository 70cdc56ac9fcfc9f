import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, posix } from 'node:path';
import type { CommandAnalysis, CommandPart, PathUse } from '../command-analysis.ts';
import { isInside, realFolder, realPath } from '../judge/paths/disk-reader.ts';
import type { CommandPolicy } from '../judge/judge-command.ts';
import { PathChecker } from '../judge/paths/path-checker.ts';
import { parseOperands } from './parse-operands.ts';
import { READ_ONLY_GIT, READ_ONLY_PROGRAMS, type ReadOnlyProgram } from './read-only-programs.ts';
import { repositoryObjection } from './read-only-repository.ts';

export interface ReadProofOptions extends Pick<CommandPolicy, 'roots' | 'isPathAllowed' | 'disk'> {
  /** The environment of the command. Default: that of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export type ReadProof =
  | { readonly proven: true }
  /** Why the command cannot be proven to only read. */
  | { readonly proven: false; readonly why: string };

/**
 * Proves that a command only reads, and only within the workspace: every part is a program of a closed list with
 * options of a closed list, all paths are in the workspace after resolving links, and there are no redirects to files,
 * assignments or wrappers. The proof reads the disk and holds for that moment.
 */
export function proveReadOnly(analysis: CommandAnalysis, options: ReadProofOptions = {}): ReadProof {
  const prover = new Prover(analysis, options);
  const why = prover.findObjection();
  return why === undefined ? { proven: true } : { proven: false, why };
}

class Prover {
  readonly #analysis: CommandAnalysis;
  readonly #paths: PathChecker;
  readonly #roots: readonly string[];
  readonly #environment: Readonly<Record<string, string | undefined>>;

  constructor(
    analysis: CommandAnalysis,
    { roots = [analysis.cwd], isPathAllowed, disk, environment }: ReadProofOptions,
  ) {
    this.#analysis = analysis;
    this.#paths = new PathChecker(roots, isPathAllowed, true, disk);
    this.#roots = roots.map((root) => realFolder(root, disk) ?? root);
    this.#environment = environment ?? process.env;
  }

  findObjection(): string | undefined {
    const { problems, parts } = this.#analysis;
    const [problem] = problems;
    if (problem !== undefined) return problem.why;
    if (parts.every((part) => part.argv.length === 0)) return 'it runs nothing';
    const variable = Object.keys(this.#environment).find((name) => AFFECTS_READ_ONLY_PROGRAMS.test(name));
    if (variable !== undefined) return `the variable ${variable} changes what commands do`;
    for (const part of parts) {
      const why = this.#partObjection(part);
      if (why !== undefined) return why;
    }
    return undefined;
  }

  #partObjection(part: CommandPart): string | undefined {
    const [hazard] = part.hazards;
    const [assignment] = part.assignments;
    const [wrapper] = part.via;
    if (hazard !== undefined) return hazard.why;
    if (assignment !== undefined) return `it sets the variable ${assignment.name}`;
    if (wrapper !== undefined) return `it runs within ${wrapper}`;
    for (const use of part.paths) {
      const why = this.#pathObjection(use, part);
      if (why !== undefined) return why;
    }
    return part.argv.length === 0 ? undefined : (this.#folderObjection(part) ?? this.#programObjection(part));
  }

  #folderObjection({ cwds }: CommandPart): string | undefined {
    if (cwds === undefined) return 'the folder it runs in is not known';
    for (const folder of cwds) {
      const why = this.#paths.folderConcern(folder);
      if (why !== undefined) return why;
    }
    return undefined;
  }

  #pathObjection(use: PathUse, part: CommandPart): string | undefined {
    if (use.path === '/dev/null') return undefined;
    if (use.access !== 'read') return `it ${use.access}s ${use.path}`;
    if (use.path.startsWith('/dev/')) return `it reads ${use.path}`;
    return this.#paths.concern(use, part, { named: false, intended: true });
  }

  #programObjection(part: CommandPart): string | undefined {
    const name = part.argv[0] ?? '';
    if (part.words[0]?.kind !== 'literal') return 'which program runs is not known beforehand';
    if (name === 'git') return this.#searchPathObjection(name) ?? this.#gitObjection(part);
    if (name === 'find') return this.#searchPathObjection(name) ?? this.#findObjection(part);
    if (name === 'sed') return this.#searchPathObjection(name) ?? this.#sedObjection(part);
    const program = READ_ONLY_PROGRAMS.get(name);
    if (program === undefined) return `${name} is not known to only read`;
    return (
      (program.builtin === true ? undefined : this.#searchPathObjection(name)) ??
      this.#operandObjection(part, 1, program)
    );
  }

  #operandObjection(part: CommandPart, from: number, program: ReadOnlyProgram): string | undefined {
    const found = parseOperands(part, from, program);
    if ('why' in found) return found.why;
    for (const use of found.paths) {
      const why = this.#pathObjection(use, part);
      if (why !== undefined) return why;
      if (program.operands === 'files' && !this.#isFile(use, part)) return `${use.path} is not a plain file`;
    }
    return undefined;
  }

  #isFile(use: PathUse, { cwds = [] }: CommandPart): boolean {
    if (use.pattern !== undefined) return false;
    return cwds.every(
      (folder) => statSync(posix.resolve(folder, use.path), { throwIfNoEntry: false })?.isFile() === true,
    );
  }

  #gitObjection(part: CommandPart): string | undefined {
    const at = part.argv[1] === '--no-pager' ? 2 : 1;
    const subcommand = part.words[at]?.kind === 'literal' ? (part.argv[at] ?? '') : '';
    const program = READ_ONLY_GIT.get(subcommand);
    if (program === undefined) return `git ${subcommand} is not known to only read`;
    const variable = Object.keys(this.#environment).find((name) => AFFECTS_GIT.test(name));
    if (variable !== undefined) return `the variable ${variable} changes what git does`;
    for (const folder of part.cwds ?? []) {
      const why = repositoryObjection(this.#paths.realFolderOf(folder), this.#roots);
      if (why !== undefined) return why;
    }
    return this.#operandObjection(part, at + 1, program);
  }

  #findObjection(part: CommandPart): string | undefined {
    let at = 1;
    for (; at < part.words.length && !/^[-(!,]/.test(part.argv[at] ?? ''); at++) {
      const word = part.words[at];
      if (word?.kind !== 'literal') return 'an argument is not known beforehand';
      const why = this.#pathObjection({ access: 'read', path: word.value, wordIndex: at, intended: true }, part);
      if (why !== undefined) return why;
    }
    return findExpressionObjection(part, at);
  }

  /** Only the form `sed -n '1,20p' file`. */
  #sedObjection(part: CommandPart): string | undefined {
    const isPrinting =
      part.argv[1] === '-n' && part.words[2]?.kind === 'literal' && PRINT_SCRIPT.test(part.argv[2] ?? '');
    return isPrinting
      ? this.#operandObjection(part, 3, { operands: 'paths' })
      : 'sed is known to only read as sed -n N,Mp';
  }

  /** Why the program found in the search path may come from the workspace. */
  #searchPathObjection(name: string): string | undefined {
    for (const folder of (this.#environment['PATH'] ?? '').split(delimiter)) {
      if (!isAbsolute(folder)) return 'the search path has a relative folder';
      if (!isProgram(`${folder}/${name}`)) continue;
      const isOfWorkspace = [folder, `${folder}/${name}`].some((path) => {
        const real = realPath('/', path);
        return real === undefined || this.#roots.some((root) => isInside(real, root));
      });
      return isOfWorkspace ? `${name} is a program of the workspace` : undefined;
    }
    return `${name} is not in the search path`;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Checks the expression of `find`, after its folders. */
function findExpressionObjection({ words }: CommandPart, from: number): string | undefined {
  for (let at = from; at < words.length; at++) {
    const word = words[at];
    if (word?.kind !== 'literal') return 'an argument is not known beforehand';
    const { value } = word;
    if (FIND_VALUES.has(value)) {
      if (words[++at]?.kind !== 'literal') return `the value of ${value} is not known beforehand`;
    } else if (value.startsWith('-') && !FIND_FLAGS.has(value)) return `${value} is not known to only read`;
  }
  return undefined;
}

const AFFECTS_GIT =
  /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_.*|NAMESPACE|CONFIG.*|EXTERNAL_DIFF|EXEC_PATH|TRACE.*|PROXY_COMMAND|SSH.*)$/;
/** When one of these is set, the shell or a program of the closed list may do more than its arguments say. */
const AFFECTS_READ_ONLY_PROGRAMS =
  /^(?:CDPATH|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|BASH_FUNC_.*|GLOBIGNORE|RIPGREP_CONFIG_PATH|GREP_OPTIONS|POSIXLY_CORRECT)$/;
const PRINT_SCRIPT = /^\d+(?:,(?:\d+|\$))?p$/;
const FIND_VALUES: ReadonlySet<string> = new Set(
  '-name -iname -path -ipath -wholename -regex -iregex -type -maxdepth -mindepth -size -mtime -mmin -atime -ctime -perm'.split(
    ' ',
  ),
);
const FIND_FLAGS: ReadonlySet<string> = new Set(
  '-print -print0 -prune -not -o -or -a -and -empty -depth -xdev -mount -executable -readable -writable'.split(' '),
);
