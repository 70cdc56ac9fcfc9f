import { printable } from '@ku0/agent-runtime-tools-core';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import { compileNameGlobs, SENSITIVE_VARIABLES, variableEffect } from '@ku0/agent-runtime-tools-rules';
import type { NameTest } from '@ku0/agent-runtime-tools-rules';
import { processErrors } from '../errors.ts';

export interface EnvironmentRequest {
  /** The environment that variables are inherited from. */
  readonly from: Readonly<Record<string, string | undefined>>;
  /** Names of inherited variables; `*` stands for any text. */
  readonly inherit: readonly string[];
  /** Variables to add; undefined removes one. */
  readonly add: Readonly<Record<string, string | undefined>>;
  /** Sensitive variables that are accepted in `add`. */
  readonly allow: readonly string[];
  /** On Windows, `Path` and `PATH` are the same variable. */
  readonly ignoreCase: boolean;
}

export type EnvironmentResult =
  | { readonly ok: true; readonly env: Record<string, string> }
  | { readonly ok: false; readonly error: ToolError };

/** The whole environment of a program: the inherited variables and those that the call adds. */
export function buildEnvironment(request: EnvironmentRequest): EnvironmentResult {
  const error = checkVariables(request.add, { ...request, allow: [...request.allow, ...LOOKUP_VARIABLES] });
  if (error !== undefined) return { ok: false, error };
  const env = inheritedEnvironment(request);
  for (const [name, value] of Object.entries(request.add)) {
    if (request.ignoreCase) deleteIgnoringCase(env, name);
    if (value === undefined) delete env[name];
    else env[name] = value;
  }
  return { ok: true, env };
}

/** Code that starts a program may decide where the program looks things up (PATH, HOME, TMPDIR, ...). */
const LOOKUP_VARIABLES = SENSITIVE_VARIABLES.filter(({ kind }) => kind === 'lookup').flatMap(({ names }) => names);

/**
 * Checks variables that a model chose. Returns the error for the first one that is invalid or sensitive, or undefined. `run`
 * and `start` check the variables of their callers in the same way, but accept PATH, HOME and the like.
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
    const effect = value === undefined ? undefined : variableEffect(name, value, { ignoreCase });
    if (effect === undefined || compileNameGlobs(allow, { ignoreCase })(name)) continue;
    return processErrors.ENVIRONMENT_NOT_ALLOWED({
      message: `The variable ${printable(name.slice(0, MAX_SHOWN))} ${effect}, and the host does not allow it.`,
      details: { name },
    });
  }
  return undefined;
}

const MAX_SHOWN = 80;

function variableFault(name: string, value: unknown): string | undefined {
  const shown = JSON.stringify(name.slice(0, MAX_SHOWN));
  if (name === '' || name.includes('=') || name.includes('\0'))
    return `${shown} is not a valid name of an environment variable.`;
  if (value !== undefined && typeof value !== 'string') return `The variable ${shown} is not text.`;
  if (value?.includes('\0')) return `The variable ${shown} contains a NUL character.`;
  return undefined;
}

function inheritedEnvironment({ from, inherit, ignoreCase }: EnvironmentRequest): Record<string, string> {
  const isInherited = inheritedTest(inherit, ignoreCase);
  // Without a prototype: a polluted Object.prototype must not add variables to programs.
  const env = Object.create(null) as Record<string, string>;
  for (const name of Object.keys(from)) {
    if (!isInherited(name)) continue;
    const value = from[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}

/** Compiled once per list: most calls use the list of the service. */
function inheritedTest(inherit: readonly string[], ignoreCase: boolean): NameTest {
  const known = compiled.get(inherit);
  if (known !== undefined) return known;
  const test = compileNameGlobs(inherit, { ignoreCase });
  compiled.set(inherit, test);
  return test;
}

const compiled = new WeakMap<readonly string[], NameTest>();

function deleteIgnoringCase(env: Record<string, string>, name: string): void {
  const upper = name.toUpperCase();
  for (const key of Object.keys(env)) if (key.toUpperCase() === upper) delete env[key];
}
