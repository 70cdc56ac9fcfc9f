import type { ToolError } from '@ku0/agent-runtime-tools-core';
import { processErrors } from '../errors.ts';
import { dangerousNames, harmlessPrograms, programNames } from './dangerous-names.ts';
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
  const error = checkVariables(request.add, request);
  if (error !== undefined) return { ok: false, error };
  const env = inheritedEnvironment(request);
  for (const [name, value] of added) {
    if (request.ignoreCase) removeSpellings(env, name);
    if (value === undefined) delete env[name];
    else env[name] = value;
  }
  return { ok: true, env };
}

/** Why a program may not be given these variables. For whoever hands them to a program by another way, too. */
export function checkVariables(
  variables: Readonly<Record<string, string | undefined>>,
  {
    allow = [],
    ignoreCase = process.platform === 'win32',
  }: Partial<Pick<EnvironmentRequest, 'allow' | 'ignoreCase'>> = {},
): ToolError | undefined {
  for (const [name, value] of Object.entries(variables)) {
    const fault = faultOf(name, value);
    if (fault !== undefined) return processErrors.INVALID_ENVIRONMENT({ message: fault, details: { name } });
    if (value === undefined || !isDangerous(name, value, ignoreCase)) continue;
    if (namePatterns(allow, ignoreCase)(name)) continue;
    return processErrors.ENVIRONMENT_NOT_ALLOWED({
      message: `The variable ${name} makes programs load other code, and the host does not allow it.`,
      details: { name },
    });
  }
  return undefined;
}

function isDangerous(name: string, value: string, ignoreCase: boolean): boolean {
  // Nothing is loaded from an empty value, and some programs are as good as none.
  if (value === '' || (harmlessPrograms.includes(value) && isProgram(name))) return false;
  return (ignoreCase ? dangerousInAnyCase : dangerousAsWritten)(name) || dangerousToNpm(npmName(name));
}

const dangerousAsWritten = namePatterns(dangerousNames, false);
const dangerousInAnyCase = namePatterns(dangerousNames, true);
const dangerousToNpm = namePatterns(
  dangerousNames.filter((name) => name.startsWith('npm_')),
  false,
);
const isProgram = namePatterns(programNames, false);

/** npm reads its own variables in any case and with dashes, on every system. */
function npmName(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
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
