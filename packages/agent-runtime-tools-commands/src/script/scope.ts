import { posix } from 'node:path';
import type { LoopVariable } from './guesses/loop-variable.ts';

/** The folders a command may run in; undefined when that cannot be known. */
export type Folders = readonly string[] | undefined;

/** The folders after a command, by how it ended. */
export interface Outcome {
  readonly success: Folders;
  readonly failure: Folders;
}

/** What a shell, or a subshell of it, carries from one command to the next. */
export class Scope {
  folders: Folders;
  /** A guess at the folder, also where it cannot be known. */
  likelyFolder: string | undefined;
  /** Guesses at variables, by their last plain assignment. */
  readonly variables: Map<string, string>;
  /** The variables of the loops around, whose values are certain. */
  readonly loops: Map<string, LoopVariable>;

  constructor(
    folders: Folders,
    variables: ReadonlyMap<string, string> = new Map(),
    likely = folders?.[0],
    loops: ReadonlyMap<string, LoopVariable> = new Map(),
  ) {
    this.folders = folders;
    this.likelyFolder = likely;
    this.variables = new Map(variables);
    this.loops = new Map(loops);
  }

  /** A subshell: what it changes stays in it. */
  fork(): Scope {
    return new Scope(this.folders, this.variables, this.likelyFolder, this.loops);
  }

  /** Another shell: it does not get this one's variables. */
  newShell(): Scope {
    return new Scope(this.folders, this.variables, this.likelyFolder);
  }
}

export function union(a: Folders, b: Folders): Folders {
  if (a === b) return a;
  if (a === undefined || b === undefined) return undefined;
  const all = [...new Set([...a, ...b])];
  return all.length > MAX_FOLDERS ? undefined : all;
}

export function changeFolder(from: Folders, to: string | undefined): Folders {
  if (to === undefined) return undefined;
  if (to.startsWith('/')) return [posix.normalize(to)];
  return from?.map((folder) => posix.join(folder, to));
}

const MAX_FOLDERS = 8;
