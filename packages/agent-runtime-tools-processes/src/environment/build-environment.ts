import type { ToolError } from '@ku0/agent-runtime-tools-core';
import { processErrors } from '../errors.ts';
import { dangerousNames, harmlessValues } from './dangerous-names.ts';
import { namePatterns } from './name-patterns.ts';

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
  if (added.length > 0) {
    const error = checkAdded(added, request);
    if (error !== undefined) return { ok: false, error };
  }
  const env = inheritedEnvironment(request);
  for (const [name, value] of added) {
    if (request.ignoreCase) removeSpellings(env, name);
    if (value === undefined) delete env[name];
    else env[name] = value;
  }
  return { ok: true, env };
}

function checkAdded(
  added: readonly [string, string | undefined][],
  request: EnvironmentRequest,
): ToolError | undefined {
  for (const [name, value] of added) {
    const fault = faultOf(name, value);
    if (fault !== undefined) return processErrors.INVALID_ENVIRONMENT({ message: fault, details: { name } });
    if (value === undefined || harmlessValues.includes(value) || !isDangerous(name, request.ignoreCase)) continue;
    if (namePatterns(request.allow, request.ignoreCase)(name)) continue;
    return processErrors.ENVIRONMENT_NOT_ALLOWED({
      message: `The variable ${name} makes programs load other code, and the host does not allow it.`,
      details: { name },
    });
  }
  return undefined;
}

function isDangerous(name: string, ignoreCase: boolean): boolean {
  return (ignoreCase ? dangerousInAnyCase : dangerousAsWritten)(name);
}

const dangerousAsWritten = namePatterns([...dangerousNames, ...npmNamesInUpperCase()], false);
const dangerousInAnyCase = namePatterns(dangerousNames, true);

/** npm reads its own variables in either case, on every system. */
function npmNamesInUpperCase(): string[] {
  return dangerousNames.filter((name) => name.startsWith('npm_')).map((name) => name.toUpperCase());
}

function faultOf(name: string, value: unknown): string | undefined {
  const shown = JSON.stringify(name.slice(0, 80));
  if (name === '' || name.includes('=') || name.includes('\0'))
    return `${shown} is not a name for an environment variable.`;
  if (value !== undefined && typeof value !== 'string') return `The variable ${shown} is not text.`;
  if (value?.includes('\0')) return `The variable ${shown} holds a NUL character, which no program can be given.`;
  return undefined;
}

function inheritedEnvironment({ from, inherit, ignoreCase }: EnvironmentRequest): Record<string, string> {
  const allowed = namePatterns(inherit, ignoreCase);
  // No prototype: a polluted Object.prototype must not reach a program.
  const env = Object.create(null) as Record<string, string>;
  for (const name of Object.keys(from)) {
    if (!allowed(name)) continue;
    const value = from[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}

function removeSpellings(env: Record<string, string>, name: string): void {
  const upper = name.toUpperCase();
  for (const key of Object.keys(env)) if (key.toUpperCase() === upper) delete env[key];
}
