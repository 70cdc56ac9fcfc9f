import { compileNameGlobs, type NameTest } from '../globs/name-glob.ts';
import {
  HARMLESS_MEMBERS,
  HARMLESS_VALUES,
  ORDINARY_WORDS,
  UNASKED_NAMES,
  UNASKED_VALUES,
  type HarmlessValue,
} from './harmless-variables.ts';
import { SENSITIVE_VARIABLES, SESSION_NAMES, SUSPECT_NAMES } from './sensitive-variables.ts';

/**
 * What setting a variable does to a program, such as "makes programs load other code"; undefined when it is harmless. Without
 * a value, the name alone counts. Names count in any case, because some programs read theirs so and Windows all of them;
 * `ignoreCase` also counts lower-case words such as `editor`.
 */
export function variableEffect(
  name: string,
  value?: string,
  { ignoreCase = false }: { ignoreCase?: boolean } = {},
): string | undefined {
  // Nothing is loaded from an empty value, but an empty entry in a search path is the working directory.
  if (value === '' && name.toUpperCase() !== 'PATH') return undefined;
  if (!ignoreCase && ORDINARY_WORDS.includes(name)) return undefined;
  const { kinds, isHarmlessMember, harmlessValues } = sensitiveTable();
  const spelled = withUnderscores(name);
  const found = kinds.find(({ test }) => test(spelled));
  if (found === undefined || isHarmlessMember(spelled)) return undefined;
  return value !== undefined && hasHarmlessValue(harmlessValues, spelled, value) ? undefined : found.effect;
}

/** Whether a variable acts on the loader of a program, before the program's own code runs. */
export function isLoaderVariable(name: string): boolean {
  return sensitiveTable().isLoader(withUnderscores(name));
}

/**
 * Whether a variable may decide which programs run, what they load or where they read their settings, judged by its name
 * alone. Wider than `variableEffect`: it includes names that only resemble sensitive ones.
 */
export function isSensitiveVariable(name: string): boolean {
  const known = sensitiveNames.get(name);
  if (known !== undefined) return known;
  const isSensitive =
    variableEffect(name, undefined, { ignoreCase: true }) !== undefined || sensitiveTable().isSuspect(name);
  if (sensitiveNames.size >= MAX_CACHED_NAMES) sensitiveNames.clear();
  sensitiveNames.set(name, isSensitive);
  return isSensitive;
}

/** Whether a variable differs from one terminal, login or script run to the next. */
export function isSessionVariable(name: string): boolean {
  return sensitiveTable().isSession(name);
}

/** Whether a variable with this name may be set to a plain word without asking. */
export function isUnaskedVariable(name: string): boolean {
  return unaskedTable().test(name);
}

/** Whether a variable may be set to this value without asking. */
export function isUnaskedAssignment(name: string, value: string): boolean {
  const { test, values } = unaskedTable();
  return (test(name) && PLAIN_WORD.test(value)) || hasHarmlessValue(values, name, value);
}

const PLAIN_WORD = /^[A-Za-z0-9_.,:+@%*-]*$/;

const sensitiveNames = new Map<string, boolean>();
const MAX_CACHED_NAMES = 5_000;

interface CompiledValue {
  readonly test: NameTest;
  readonly value: RegExp;
}

interface SensitiveTable {
  readonly kinds: readonly { readonly effect: string; readonly test: NameTest }[];
  readonly isHarmlessMember: NameTest;
  readonly harmlessValues: readonly CompiledValue[];
  readonly isLoader: NameTest;
  readonly isSuspect: NameTest;
  readonly isSession: NameTest;
}

let sensitive: SensitiveTable | undefined;
let unasked: { readonly test: NameTest; readonly values: readonly CompiledValue[] } | undefined;

/** Compiled when the first variable is tested: most commands have none. */
function sensitiveTable(): SensitiveTable {
  sensitive ??= {
    kinds: SENSITIVE_VARIABLES.map(({ effect, names }) => ({ effect, test: anyCase(names) })),
    isHarmlessMember: anyCase(HARMLESS_MEMBERS),
    harmlessValues: HARMLESS_VALUES.map(({ names, value }) => ({ test: anyCase(names), value })),
    isLoader: anyCase(SENSITIVE_VARIABLES.filter(({ kind }) => kind === 'loader').flatMap(({ names }) => names)),
    isSuspect: anyCase(SUSPECT_NAMES),
    isSession: anyCase(SESSION_NAMES),
  };
  return sensitive;
}

function unaskedTable(): NonNullable<typeof unasked> {
  unasked ??= {
    test: compileNameGlobs(UNASKED_NAMES),
    values: UNASKED_VALUES.map(({ names, value }: HarmlessValue) => ({ test: compileNameGlobs(names), value })),
  };
  return unasked;
}

function anyCase(names: readonly string[]): NameTest {
  return compileNameGlobs(names, { ignoreCase: true });
}

/** npm reads `npm_config_ignore-scripts` too. */
function withUnderscores(name: string): string {
  return name.replaceAll('-', '_');
}

function hasHarmlessValue(values: readonly CompiledValue[], name: string, value: string): boolean {
  return values.some(({ test, value: pattern }) => test(name) && pattern.test(value));
}
