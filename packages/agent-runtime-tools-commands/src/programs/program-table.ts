import { archives } from './archives.ts';
import { builtins } from './builtins.ts';
import { builders } from './builders.ts';
import { checkers } from './checkers.ts';
import { converters } from './converters.ts';
import { coreutils } from './coreutils.ts';
import { documents } from './documents.ts';
import { filters } from './filters.ts';
import { comparers } from './comparers.ts';
import { dumpers } from './dumpers.ts';
import { facts } from './facts.ts';
import { golang } from './golang.ts';
import { monitors } from './monitors.ts';
import { scriptedFilters } from './scripted-filters.ts';
import { git } from './git.ts';
import { interpreters } from './interpreters.ts';
import { javascript } from './javascript.ts';
import { launchers } from './launchers.ts';
import { network } from './network.ts';
import { searchers } from './searchers.ts';
import { services } from './services.ts';
import { sessions } from './sessions.ts';
import { shells } from './shells.ts';
import { system } from './system.ts';
import { unknownProgram } from './telling-words.ts';
import { typescript } from './typescript.ts';
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
  const exact = entryOf(base);
  if (exact !== undefined) return { key: base, program: exact };
  const version = base.length > 64 ? null : VERSION.exec(base);
  const plain = version === null ? base : base.slice(0, version.index);
  const versioned = version === null ? undefined : entryOf(plain);
  if (versioned !== undefined) return { key: plain, program: versioned };
  const variant = VARIANT.test(base) ? entryOf(base.slice(0, base.lastIndexOf('.'))) : undefined;
  if (variant !== undefined) return { key: base.slice(0, base.lastIndexOf('.')), program: variant };
  return { key: base, program: name === base ? UNKNOWN_PROGRAM : OWN_PROGRAM };
}

/** The tables by area, the most used first. A name is in one of them only. */
export const AREAS: Readonly<Record<string, ProgramTable>> = {
  builtins,
  coreutils,
  git,
  filters,
  searchers,
  javascript,
  typescript,
  scriptedFilters,
  wrappers,
  shells,
  facts,
  interpreters,
  checkers,
  golang,
  builders,
  comparers,
  dumpers,
  viewers,
  archives,
  network,
  monitors,
  system,
  documents,
  launchers,
  converters,
  sessions,
  services,
};

/** A file that the rule names, such as a script of the project: its options are its own. */
const OWN_PROGRAM: Program = { operands: 'loose', lenient: true };
const UNKNOWN_PROGRAM = unknownProgram((name) => entryOf(name) !== undefined);

/** Areas are made when a name is not in those before them: most commands need few. */
function entryOf(name: string): Program | undefined {
  for (;;) {
    const known = table.get(name);
    if (known !== undefined) return known;
    const area = pending.shift();
    if (area === undefined) return undefined;
    for (const [names, program] of Object.entries(area())) for (const key of names.split(' ')) table.set(key, program);
  }
}

/** How systems name one of several builds of a program. */
const VARIANT = /\.(?:exe|tiny|basic|nox|openbsd|traditional|static)$/;
const VERSION = /-?\d+(?:\.\d+)*$/;
const table = new Map<string, Program>();
const pending: ProgramTable[] = Object.values(AREAS);
