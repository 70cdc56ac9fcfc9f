import { wordSet } from './word-set.ts';

/**
 * Why setting this variable for a command is not harmless. Only a short list is, with plain values: a variable can
 * choose another program (PATH), load code into one (LD_PRELOAD, NODE_OPTIONS) or name a helper (GIT_SSH_COMMAND).
 */
export function environmentConcern(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && HARMLESS_VALUES.get(name)?.test(value) === true) return undefined;
  if (!HARMLESS_VARIABLES.has(name) && !name.startsWith('LC_')) return `the variable ${name} can change what runs`;
  if (value === undefined) return `the value of ${name} is not known beforehand`;
  if (!PLAIN_VALUE.test(value)) return `the value of ${name} is more than a plain word`;
  return undefined;
}

/**
 * Why setting this variable of the shell is not harmless. A variable of a script's own is, and those are written in
 * small letters; one that is already in the environment would reach the programs that follow.
 */
export function variableConcern(name: string): string | undefined {
  if (!IDENTIFIER.test(name)) return `${name} is not a plain variable name: a subscript is evaluated`;
  if (HARMLESS_VARIABLES.has(name) || name.startsWith('LC_')) return undefined;
  if (!SCRIPT_VARIABLE.test(name) || REACHES_PROGRAMS.test(name)) return `the variable ${name} can change what runs`;
  return undefined;
}

export const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

const SCRIPT_VARIABLE = /^[a-z][a-z0-9_]*$/;
const REACHES_PROGRAMS = /proxy|config|^npm|^pip|path$|^ld_|^histchars$|^auto_resume$/;
const PLAIN_VALUE = /^[A-Za-z0-9_.,:+@%*-]*$/;

const HARMLESS_VARIABLES = wordSet(
  'APP_ENV CARGO_INCREMENTAL CARGO_TERM_COLOR CGO_ENABLED CI CLICOLOR CLICOLOR_FORCE COLORTERM COLUMNS DEBUG FORCE_COLOR GIT_OPTIONAL_LOCKS',
  'GOARCH GOMAXPROCS GOOS MIX_ENV PYTHONIOENCODING PYTHONUTF8 RACK_ENV RAILS_ENV RUST_TEST_THREADS',
  'GIT_TERMINAL_PROMPT LANG LANGUAGE LINES LOG_LEVEL NODE_ENV NODE_NO_WARNINGS NO_COLOR PORT PYTHONDONTWRITEBYTECODE',
  'PYTHONHASHSEED PYTHONUNBUFFERED RUST_BACKTRACE RUST_LOG TERM TZ VERBOSE',
);
/** Variables that can choose a program, with values that choose a harmless one. */
const HARMLESS_VALUES: ReadonlyMap<string, RegExp> = new Map([
  ['TZ', /^[A-Za-z]+(?:\/[A-Za-z][\w+-]*){1,2}$/],
  ['PAGER', /^(?:cat)?$/],
  ['GIT_PAGER', /^(?:cat)?$/],
  ['NODE_OPTIONS', /^--max[-_]old[-_]space[-_]size=\d{1,6}$/],
]);
