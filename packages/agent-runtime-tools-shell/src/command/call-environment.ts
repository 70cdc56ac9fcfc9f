import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import { checkVariables, traceVariables } from '@ku0/agent-runtime-tools-processes';
import type { ShellSettings } from '../shell-options.ts';

export interface CallEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** Sensitive variables that the process service accepts: those that the host set or allows. */
  readonly allowEnv: readonly string[];
}

/**
 * The variables of the host, of the trace and of the call. Throws if the call sets a variable that changes what the command
 * does: a rule that allows `git status` allows the git of this machine with its own settings.
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
