import { archives } from './archives.ts';
import { builtins } from './builtins.ts';
import { builders } from './builders.ts';
import { checkers } from './checkers.ts';
import { coreutils } from './coreutils.ts';
import { documents } from './documents.ts';
import { filters } from './filters.ts';
import { git } from './git.ts';
import { interpreters } from './interpreters.ts';
import { javascript } from './javascript.ts';
import { network } from './network.ts';
import { searchers } from './searchers.ts';
import { shells } from './shells.ts';
import { system } from './system.ts';
import { viewers } from './viewers.ts';
import type { Program, ProgramTable } from './vocabulary.ts';
import { wrappers } from './wrappers.ts';

export interface FoundProgram {
  /** The name in the table, or the name as given. */
  readonly key: string;
  readonly program: Program;
}

/** The table's entry for a command name, which may have a folder and a version: `/usr/bin/python3.12`. */
export function findProgram(name: string): FoundProgram {
  const base = name.slice(name.lastIndexOf('/') + 1);
  table ??= buildTable();
  const exact = table.get(base);
  if (exact !== undefined) return { key: base, program: exact };
  const version = base.length > 64 ? null : VERSION.exec(base);
  const plain = version === null ? base : base.slice(0, version.index);
  const versioned = version === null ? undefined : table.get(plain);
  return versioned === undefined ? { key: base, program: UNKNOWN_PROGRAM } : { key: plain, program: versioned };
}

/** The tables by area. A name is in one of them only. */
export const AREAS: Readonly<Record<string, ProgramTable>> = {
  builtins,
  wrappers,
  shells,
  interpreters,
  coreutils,
  filters,
  searchers,
  viewers,
  archives,
  git,
  network,
  javascript,
  builders,
  checkers,
  documents,
  system,
};

/** A program of which nothing is known: every argument may be a path. */
const UNKNOWN_PROGRAM: Program = { operands: 'loose' };

function buildTable(): Map<string, Program> {
  const all = new Map<string, Program>();
  for (const area of Object.values(AREAS)) {
    for (const [names, program] of Object.entries(area())) for (const name of names.split(' ')) all.set(name, program);
  }
  return all;
}

const VERSION = /-?\d+(?:\.\d+)*$/;
let table: Map<string, Program> | undefined;
