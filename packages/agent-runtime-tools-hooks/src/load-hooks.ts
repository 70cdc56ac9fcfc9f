import type { LoadHooksOptions } from './files/load-hooks-file.ts';
import type { Hooks } from './make-hooks.ts';

/**
 * Loads hooks from one file: a list of `HookConfig`, alone or as `{ "hooks": [...] }`, or Claude Code settings; or from a Cline
 * hooks folder. Throws a ToolFailure (HOOK_CONFIG_INVALID) that names the place if the file cannot be used.
 */
export async function loadHooks(path: string, options: LoadHooksOptions = {}): Promise<Hooks> {
  const { loadHooksFile } = await import('./files/load-hooks-file.ts');
  return loadHooksFile(path, options);
}
