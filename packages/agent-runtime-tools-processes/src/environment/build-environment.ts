import { printable } from '@ku0/agent-runtime-tools-core';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import { processErrors } from '../errors.ts';
import { dangerousKinds, steeringNames } from './dangerous-names.ts';
import { harmlessNames, harmlessValues, ordinaryWords } from './harmless-variables.ts';
import { createNameMatcher } from './name-patterns.ts';

export interface EnvironmentRequest {
  /** What may be inherited is taken from here. */
  readonly from: Readonly<Record<string, string | undefined>>;
  readonly inherit: readonly string[];
  readonly add: Readonly<Record<string, string | undefined>>;
  /** Dangerous names that are accepted in `add`. */
  readonly allow: readonly string[];
  /** Windows takes `Path` and `PATH` for the same name. */
  readonly ignoreCase: boolean;
}

export type EnvironmentResult =
  | { readonly ok: true; readonly env: Record<string, string> }
  | { readonly ok: false; readonly error: ToolError };

/** The whole environment of a program: what the list lets through, then what the call adds. */
export function buildEnvironment(request: EnvironmentRequest): EnvironmentResult {
  const added = Object.entries(request.add);
  const error = checkVariables(request.add, { ...request, allow: [...request.allow, ...steeringNames] });
  if (error !== undefined) return { ok: false, error };
  const env = inheritedEnvironment(request);
  for (const [name, value] of added) {
    if (request.ignoreCase) deleteIgnoringCase(env, name);
    if (value === undefined) delete env[name];
    else env[name] = value;
  }
  return { ok: true, env };
}

/**
 * Why a program may not be given these variables by whoever only chose the command, such as a model. Code that starts
 * programs may also steer them, and `run` lets it.
 */
export function checkVariables(
  variables: Readonly<Record<string, string | undefined>>,
  {
    allow = [],
    ignoreCase = process.platform === 'win32',
  }: Partial<Pick<EnvironmentRequest, 'allow' | 'ignoreCase'>> = {},
): ToolError | undefined {
  for (const [name, value] of Object.entries(variables)) {
    const fault = variableFault(name, value);
    if (fault !== undefined) return processErrors.INVALID_ENVIRONMENT({ message: fault, details: { name } });
    const danger = value === undefined ? undefined : dangerOf(name, value, ignoreCase);
    if (danger === undefined || createNameMatcher(allow, ignoreCase)(name)) continue;
    return processErrors.ENVIRONMENT_NOT_ALLOWED({
      message: `The variable ${printable(name.slice(0, MAX_SHOWN))} ${danger}, and the host does not allow it.`,
      details: { name },
    });
  }
  return undefined;
}

/** What a variable would do, or undefined. Names count in any case: some programs read theirs so, and Windows all. */
function dangerOf(name: string, value: string, ignoreCase: boolean): string | undefined {
  // Nothing is loaded from an empty value, but a search path without an entry is the working directory.
  if (value === '' && name.toUpperCase() !== 'PATH') return undefined;
  if (!ignoreCase && ordinaryWords.includes(name)) return undefined;
  const plain = name.replaceAll('-', '_');
  const found = table().kinds.find(({ test }) => test(plain));
  if (found === undefined || table().isHarmless(plain)) return undefined;
  return table().values.some(({ test, pattern }) => test(plain) && pattern.test(value)) ? undefined : found.does;
}

/** Made when the first variable is asked about: most commands have none. */
function table(): Table {
  made ??= {
    kinds: dangerousKinds.map(({ does, names }) => ({ does, test: createNameMatcher(names, true) })),
    isHarmless: createNameMatcher(harmlessNames, true),
    values: harmlessValues.map(({ names, value }) => ({ test: createNameMatcher(names, true), pattern: value })),
  };
  return made;
}

interface Table {
  readonly kinds: readonly { readonly does: string; readonly test: (name: string) => boolean }[];
  readonly isHarmless: (name: string) => boolean;
  readonly values: readonly { readonly test: (name: string) => boolean; readonly pattern: RegExp }[];
}

let made: Table | undefined;
const MAX_SHOWN = 80;

function variableFault(name: string, value: unknown): string | undefined {
  const shown = JSON.stringify(name.slice(0, MAX_SHOWN));
  if (name === '' || name.includes('=') || name.includes('\0'))
    return `${shown} is not a name for an environment variable.`;
  if (value !== undefined && typeof value !== 'string') return `The variable ${shown} is not text.`;
  if (value?.includes('\0')) return `The variable ${shown} holds a NUL character, which no program can be given.`;
  return undefined;
}

function inheritedEnvironment({ from, inherit, ignoreCase }: EnvironmentRequest): Record<string, string> {
  const allowed = createNameMatcher(inherit, ignoreCase);
  // No prototype: a polluted Object.prototype must not reach a program.
  const env = Object.create(null) as Record<string, string>;
  for (const name of Object.keys(from)) {
    if (!allowed(name)) continue;
    const value = from[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}

function deleteIgnoringCase(env: Record<string, string>, name: string): void {
  const upper = name.toUpperCase();
  for (const key of Object.keys(env)) if (key.toUpperCase() === upper) delete env[key];
}
