import type { ClaudeSettingsOptions } from './claude/from-claude-settings.ts';
import type { ClineFolderOptions } from './cline/from-cline-folder.ts';
import type { HookConfig } from './config/hook-config.ts';
import type { HooksOptions } from './hooks-options.ts';
import { makeHooks, type Hooks } from './make-hooks.ts';
import { compileHook } from './register/compile-hook.ts';

/** Makes hooks from a configuration, from Claude Code's settings files, or from a Cline hooks folder. */
export const hooks = Object.assign(configured, { fromClaudeSettings, fromClineFolder });

/** Hooks as a middleware: `.use(hooks([{ name: 'lint', type: 'PostToolUse', ... }]))`. Throws for an invalid one. */
function configured(configs: HookConfig | readonly HookConfig[], options?: HooksOptions): Hooks {
  const list = isList(configs) ? configs : [configs];
  return makeHooks(
    list.map((config) => compileHook(config)),
    options,
  );
}

/** Loads the hooks of Claude Code's settings files. Missing files are skipped. */
async function fromClaudeSettings(options: ClaudeSettingsOptions = {}): Promise<Hooks> {
  const claude = await import('./claude/from-claude-settings.ts');
  return claude.fromClaudeSettings(options);
}

/** Loads the hooks of a folder with one executable per event: `PreToolUse`, `PostToolUse`. */
async function fromClineFolder(folder: string, options: ClineFolderOptions = {}): Promise<Hooks> {
  const cline = await import('./cline/from-cline-folder.ts');
  return cline.fromClineFolder(folder, options);
}

function isList(configs: HookConfig | readonly HookConfig[]): configs is readonly HookConfig[] {
  return Array.isArray(configs);
}
