import type { LoadHooksOptions } from './files/load-hooks-file.ts';
import type { Hooks } from './make-hooks.ts';

/**
 * Hooks from one file: a list of `HookConfig`, alone or as `{ "hooks": [...] }`; settings of Claude Code; or a folder
 * of Cline's. Throws a ToolFailure (HOOK_CONFIG_INVALID) that names the place when the file cannot be used.
 */
export async function loadHooks(path: string, options: LoadHooksOptions = {}): Promise<Hooks> {
  const { loadHooksFile } = await import('./files/load-hooks-file.ts');
  return loadHooksFile(path, options);
}
