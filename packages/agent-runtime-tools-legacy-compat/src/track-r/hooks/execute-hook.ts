import type { HookConfig, HookInput, HookResult, HookType } from './hook-config.ts';
import { HookExecutor, type HookExecutorOptions } from './hook-executor.ts';

export interface ExecuteHookOptions extends HookExecutorOptions {
  readonly hookName: HookType;
  readonly hookInput: HookInput;
  /** False: a hook's `cancel` is left out of the result. Default true. */
  readonly isCancellable?: boolean;
  /** Is told the error message of a hook. */
  readonly say?: ((type: string, text?: string) => unknown) | undefined;
  /** The hooks to run. Default: those of `setHooks`. */
  readonly hooks?: readonly HookConfig[];
}

let installed: readonly HookConfig[] = [];

/** Sets the hooks of `executeHook` for the whole program. */
export function setHooks(hooks: readonly HookConfig[]): void {
  installed = [...hooks];
}

/** Runs all hooks of one name, for code that has no `HookExecutor` of its own. Rejects if a command fails. */
export async function executeHook({
  hookName,
  hookInput,
  isCancellable = true,
  say,
  hooks = installed,
  ...options
}: ExecuteHookOptions): Promise<HookResult> {
  const executor = new HookExecutor(options);
  for (const hook of hooks) executor.register(hook);
  const subject = hookInput.preToolUse ?? hookInput.postToolUse ?? hookInput.onError;
  const { cancel, ...result } = await executor.execute(hookName, hookInput, subject?.toolName ?? '');
  if (result.errorMessage !== undefined) await say?.('error', result.errorMessage);
  return isCancellable && cancel !== undefined ? { cancel, ...result } : result;
}
