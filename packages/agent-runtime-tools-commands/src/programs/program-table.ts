import { archivers } from './tables/files/archivers.ts';
import { builtins } from './tables/shell/builtins.ts';
import { buildTools } from './tables/development/build-tools.ts';
import { linters } from './tables/development/linters.ts';
import { converters } from './tables/files/converters.ts';
import { coreutils } from './tables/files/coreutils.ts';
import { documentTools } from './tables/files/document-tools.ts';
import { textFilters } from './tables/text/text-filters.ts';
import { diffTools } from './tables/files/diff-tools.ts';
import { byteDumpers } from './tables/text/byte-dumpers.ts';
import { infoTools } from './tables/system/info-tools.ts';
import { golang } from './tables/development/golang.ts';
import { monitors } from './tables/system/monitors.ts';
import { scriptedFilters } from './tables/text/scripted-filters.ts';
import { git } from './tables/git/git.ts';
import { interpreters } from './tables/development/interpreters.ts';
import { javascript } from './tables/development/javascript.ts';
import { launchers } from './tables/shell/launchers.ts';
import { network } from './tables/system/network.ts';
import { searchTools } from './tables/text/search-tools.ts';
import { cloudTools } from './tables/system/cloud-tools.ts';
import { interactiveTools } from './tables/shell/interactive-tools.ts';
import { shells } from './tables/shell/shells.ts';
import { system } from './tables/system/system.ts';
import { unknownProgram } from './unknown-program.ts';
import { typescript } from './tables/development/typescript.ts';
import { pagers } from './tables/text/pagers.ts';
import type { Program, ProgramTable } from './program.ts';
import { wrappers } from './tables/shell/wrappers.ts';
import { fileInfo } from './tables/files/file-info.ts';

export interface FoundProgram {
  /** The name in the tables, or the name as given. */
  readonly key: string;
  readonly program: Program;
}

/** Finds the entry for a command name, which may have a folder and a version: `/usr/bin/python3.12` is `python`. */
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

/** All tables, the most used first. A name is in only one of them. */
export const PROGRAM_TABLES: Readonly<Record<string, ProgramTable>> = {
  builtins,
  fileInfo,
  coreutils,
  git,
  filters: textFilters,
  searchers: searchTools,
  javascript,
  typescript,
  scriptedFilters,
  wrappers,
  shells,
  facts: infoTools,
  interpreters,
  checkers: linters,
  golang,
  builders: buildTools,
  comparers: diffTools,
  dumpers: byteDumpers,
  viewers: pagers,
  archives: archivers,
  network,
  monitors,
  system,
  documents: documentTools,
  launchers,
  converters,
  sessions: interactiveTools,
  services: cloudTools,
};

/** A program given by path, such as a script of the project. Its options are unknown and accepted. */
const OWN_PROGRAM: Program = { operands: 'maybe-path', allowUnknownOptions: true };
const UNKNOWN_PROGRAM = unknownProgram((name) => entryOf(name) !== undefined);

/** Builds the next table when a name is not in the tables built so far. Most commands need few of them. */
function entryOf(name: string): Program | undefined {
  for (;;) {
    const known = table.get(name);
    if (known !== undefined) return known;
    const area = pending.shift();
    if (area === undefined) return undefined;
    for (const [names, program] of Object.entries(area())) for (const key of names.split(' ')) table.set(key, program);
  }
}

/** Suffixes of alternative builds: `vim.basic`, `nc.openbsd`. */
const VARIANT = /\.(?:exe|tiny|basic|nox|openbsd|traditional|static)$/;
const VERSION = /-?\d+(?:\.\d+)*$/;
const table = new Map<string, Program>();
const pending: ProgramTable[] = Object.values(PROGRAM_TABLES);
