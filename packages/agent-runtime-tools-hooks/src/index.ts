export { hooks } from './hooks.ts';
export { loadHooks } from './load-hooks.ts';
export { explainHooks, type HookExplanation } from './explain-hooks.ts';
export { HookExecutor, type HookExecutorOptions } from './hook-executor.ts';
export { hookErrors } from './errors.ts';

export type {
  CommandHookConfig,
  FunctionHookConfig,
  HookConfig,
  HookFunction,
  HookSettings,
  HookType,
  HttpHookConfig,
} from './config/hook-config.ts';
export type { HookError, HookInput, OnError, PostToolUse, PreToolUse } from './config/hook-input.ts';
export type { HookResult } from './config/hook-result.ts';
export type { ClaudeSettingsOptions } from './claude/from-claude-settings.ts';
export type { ClineFolderOptions } from './cline/from-cline-folder.ts';
export type { LoadHooksOptions } from './files/load-hooks-file.ts';
export type { HookDiagnostic } from './hook-diagnostic.ts';
export type { HookDecision } from '@ku0/agent-runtime-tools-core';
export type { HookInfo, Hooks } from './make-hooks.ts';
export type { HooksOptions, HookStop } from './hooks-options.ts';
export type { TrustChecker } from './trust/trusted-source.ts';
