import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import { checkVariables, traceVariables } from '@ku0/agent-runtime-tools-processes';
import type { ShellSettings } from '../shell-options.ts';

export interface CallEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** Names that the process service is to accept although they are dangerous: the host's own. */
  readonly allowEnv: readonly string[];
}

/**
 * The host's variables and those of a call, which joins its trace. A call may not set what makes programs load, run or write something else,
 * or changes which programs and settings a command means: whoever approves `git status` by a rule approves the git of
 * this machine and its settings.
 */
export function callEnvironment(
  given: Readonly<Record<string, string>> = {},
  { env, allowEnv }: Pick<ShellSettings, 'env' | 'allowEnv'>,
  call: Pick<ToolContext, 'trace'>,
): CallEnvironment {
  const refused = checkVariables(given, { allow: allowEnv });
  if (refused !== undefined) throw new ToolFailure(refused);
  const ofHost = Object.keys(env).filter((name) => !Object.hasOwn(given, name));
  return { env: { ...traceVariables(call), ...env, ...given }, allowEnv: [...allowEnv, ...ofHost] };
}
