import { isUnaskedAssignment, isUnaskedVariable } from '@ku0/agent-runtime-tools-rules';

/**
 * The reason why setting this variable for a command is not harmless, or undefined. A variable can choose another
 * program (PATH), load code into one (LD_PRELOAD, NODE_OPTIONS) or name a helper (GIT_SSH_COMMAND), so only a short
 * list with plain values is harmless.
 */
export function environmentConcern(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && isUnaskedAssignment(name, value)) return undefined;
  if (!isUnaskedVariable(name)) return `the variable ${name} can change what runs`;
  return value === undefined
    ? `the value of ${name} is not known beforehand`
    : `the value of ${name} is more than a plain word`;
}

/**
 * The reason why setting this variable of the shell is not harmless, or undefined. Variables of a script are harmless,
 * and those have lower-case names. A variable that is already in the environment would reach later programs.
 */
export function variableConcern(name: string): string | undefined {
  if (!IDENTIFIER.test(name)) return `${name} is not a plain variable name: a subscript is evaluated`;
  if (isUnaskedVariable(name)) return undefined;
  if (!SCRIPT_VARIABLE.test(name) || REACHES_PROGRAMS.test(name)) return `the variable ${name} can change what runs`;
  return undefined;
}

export const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

const SCRIPT_VARIABLE = /^[a-z][a-z0-9_]*$/;
/** Lower-case names that programs read. */
const REACHES_PROGRAMS = /proxy|config|^npm|^pip|path$|^ld_|^histchars$|^auto_resume$/;
