import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { processErrors } from '@ku0/agent-runtime-tools-processes';
import { isLoaderVariable } from '@ku0/agent-runtime-tools-rules';

/** Checks the variables of a call. Throws for invalid names and values and for variables of the dynamic loader. */
export function sandboxEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    if (name === '' || /[=\0]/.test(name) || value.includes('\0')) {
      throw new ToolFailure(processErrors.INVALID_ENVIRONMENT({ details: { name: name.slice(0, 80) } }));
    }
    // They would affect prlimit, which runs inside before the limits are set.
    if (isLoaderVariable(name)) {
      throw new ToolFailure(
        processErrors.ENVIRONMENT_NOT_ALLOWED({
          message: `The variable ${name} makes programs load other code, and the sandbox does not allow it.`,
          details: { name },
        }),
      );
    }
    checked[name] = value;
  }
  return checked;
}
