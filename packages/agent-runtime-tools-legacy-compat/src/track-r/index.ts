export { ToolCoordinator } from './tool-coordinator.ts';
export { ToolRegistry } from './registry/tool-registry.ts';
export { HookExecutor, type HookExecutorOptions } from './hooks/hook-executor.ts';
export { executeHook, setHooks, type ExecuteHookOptions } from './hooks/execute-hook.ts';
export { AutoApprover } from './approval/auto-approver.ts';
export { PolicyEngine } from './approval/policy-engine.ts';
export { ToolValidator, type IgnoreController } from './tool-validator.ts';
export {
  BrowserToolHandler,
  ExecuteCommandToolHandler,
  ListFilesToolHandler,
  ReadFileToolHandler,
  UseMcpToolHandler,
} from './cline-handlers.ts';
export {
  HookError,
  ToolAlreadyRegisteredError,
  ToolExecutionError,
  ToolNotFoundError,
  ValidationError,
  type ToolExecutionErrorInit,
} from './errors.ts';
export { fromCurrentTool, fromCurrentTools, toCurrentTool } from './current-tool.ts';
export { fromCurrentResult, toCurrentResult } from './current-result.ts';
export {
  fromRegistryResult,
  fromRegistryTool,
  toRegistryResult,
  toRegistryTool,
} from './registry/registry-adapters.ts';

export type { AdaptOptions } from '../adapt/adapted-tool.ts';
export type { AutoApprovalConfig } from './approval/auto-approval-config.ts';
export type {
  ApprovalCondition,
  ApprovalDecision,
  ApprovalPolicy,
  ApprovalScope,
  WorkspaceContext,
} from './approval/approval-policy.ts';
export type { HookConfig, HookInput, HookResult, HookType } from './hooks/hook-config.ts';
export type {
  JSONSchema,
  PartialToolUse,
  ToolCallbacks,
  ToolContext,
  ToolDefinition,
  ToolHandler,
  ToolMiddleware,
  ToolServices,
  ToolUse,
  ValidationResult,
} from './tool-handler.ts';
export type {
  ApprovalRequest,
  ApprovalResponse,
  OpenAIFunction,
  Tool,
  ToolError,
  ToolResult,
} from './registry/tool-registry.ts';
