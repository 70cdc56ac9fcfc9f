import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { checkVariables, processErrors } from '@ku0/agent-runtime-tools-processes';
import type { ShellSettings } from '../shell-options.ts';

export interface CallEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** Names that the process service is to accept although they are dangerous: the host's own. */
  readonly allowEnv: readonly string[];
}

/**
 * The host's variables and those of a call. A call may not set what changes which programs a command means or what
 * they read first: whoever approves `git status` by a rule approves the git of this machine and its settings. The
 * process service itself refuses what makes programs load other code, unless a confinement hands it on inside.
 */
export function callEnvironment(
  given: Readonly<Record<string, string>> = {},
  { env, allowEnv, sandbox }: Pick<ShellSettings, 'env' | 'allowEnv' | 'sandbox'>,
): CallEnvironment {
  const allowed = new Set(allowEnv);
  for (const name of Object.keys(given)) {
    if (!REDIRECTING.test(name) || allowed.has(name)) continue;
    throw new ToolFailure(
      processErrors.ENVIRONMENT_NOT_ALLOWED({
        message: `The variable ${name} changes which programs or settings a command uses, and the host does not allow it.`,
        suggestion: 'Leave it out. Name programs by their path, or set it in the command line, where it can be judged.',
        details: { name },
      }),
    );
  }
  const refused = sandbox === undefined ? undefined : checkVariables(given, { allow: allowEnv });
  if (refused !== undefined) throw new ToolFailure(refused);
  const ofHost = Object.keys(env).filter((name) => !Object.hasOwn(given, name));
  return { env: { ...env, ...given }, allowEnv: [...allowEnv, ...ofHost] };
}

/** In any case, because Windows takes it so. */
const REDIRECTING =
  /^(?:PATH|PATHEXT|COMSPEC|HOME|USERPROFILE|SHELL|CDPATH|EDITOR|VISUAL|BROWSER|(?:GNU)?MAKEFLAGS|MAKEFILES|XDG_CONFIG_\w+|AWS_CONFIG_FILE|CARGO_HOME|CURL_HOME|DOCKER_(?:CONFIG|HOST)|GNUPGHOME|GOENV|GRADLE_USER_HOME|KUBECONFIG|PIP_CONFIG_FILE|UV_CONFIG_FILE|WGETRC|GIT_(?:DIR|WORK_TREE|COMMON_DIR)|TOOLBOX_\w*)$/i;
