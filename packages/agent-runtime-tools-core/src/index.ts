export { ToolCoordinator } from './coordinator.ts';
export { defineTool, NO_CAPABILITIES } from './authoring/define-tool.ts';
export { definePack } from './authoring/define-pack.ts';
export { extension } from './authoring/extension.ts';
export { Type } from './type.ts';
export { fail, ok } from './authoring/result.ts';
export { errorCatalogue } from './authoring/error-catalogue.ts';
export { coreErrors } from './errors.ts';
export { ToolFailure } from './authoring/tool-failure.ts';
export { RegistrationError } from './registry/registration-error.ts';
export { parseArguments } from './arguments/parse-arguments.ts';
export { isRecord } from './arguments/is-record.ts';
export { canonicalJson, useCanonicalJson } from './arguments/canonical-json.ts';
export { ownerKey, ownerOf } from './contracts/owner.ts';
export { CAPABILITY_FLAGS, isCapabilityFlag } from './contracts/tool-capabilities.ts';
export { isToolSelector, toolSelectors } from './contracts/tool-identity.ts';
export { ActivityEventType } from './contracts/activity-event.ts';
export { ActivityStream } from './activity/activity-stream.ts';
export { artifactOwnerOf, mayReadArtifact } from './artifacts/artifact-owner.ts';
export { MemoryArtifactStore } from './artifacts/memory-artifact-store.ts';
export { modelOutput } from './output/model-output.ts';
export { previewResult } from './output/preview.ts';
export { linearPattern, type LinearPattern } from './pattern/linear-pattern.ts';
export { printable } from './text/printable.ts';
export { errorMessage } from './text/error-message.ts';
export { cutText } from './text/cut-text.ts';
export { nearestNames } from './text/nearest-names.ts';
export { exampleArguments } from './schema/example-arguments.ts';
export { schemaFaults } from './schema/schema-faults.ts';
export { parametersSchemaProblem, schemaProblem } from './schema/schema-problem.ts';
export { FairSemaphore } from './runtime/fair-semaphore.ts';
export { systemClock } from './runtime/system-clock.ts';
export { toToolCalls } from './wire/tool-calls.ts';
export { toToolDefinitions } from './wire/tool-definitions.ts';
export { checkDefinition } from './wire/check-definition.ts';

export type { Static, TSchema } from './type.ts';
export type {
  ActivityEvent,
  ActivityEventData,
  AnyActivityEvent,
  HookDecision,
  HookEventName,
} from './contracts/activity-event.ts';
export type { ApprovalDecided } from './contracts/approval-decided.ts';
export type {
  ArtifactInfo,
  ArtifactOwner,
  ArtifactPage,
  ArtifactQuery,
  ArtifactRef,
  ArtifactStore,
} from './contracts/artifact-store.ts';
export type {
  ApprovalPredicate,
  ContentPart,
  ResourceUse,
  Tool,
  ToolHandler,
  ToolLimits,
  ValidationResult,
} from './contracts/tool-handler.ts';
export type { DryRun, PlannedChange } from './contracts/dry-run.ts';
export type { DeepPartial, PartialToolUse } from './contracts/partial-tool-use.ts';
export type { Owner } from './contracts/owner.ts';
export type { CapabilityFlag, ToolCapabilities } from './contracts/tool-capabilities.ts';
export type {
  ApprovalState,
  AutoApprovalConfig,
  BatchState,
  Clock,
  ContextWith,
  JudgeInTurn,
  Principal,
  ToolCallbacks,
  ToolContext,
  ToolLogger,
  ToolMode,
  ToolServices,
} from './contracts/tool-context.ts';
export type { ToolError, ToolErrorKind } from './contracts/tool-error.ts';
export type {
  ApprovalGrant,
  AttachedCoordinator,
  CoordinatorRef,
  ToolMiddleware,
  ToolNext,
  ToolPhase,
} from './contracts/tool-middleware.ts';
export type { TraceContext } from './contracts/trace-context.ts';
export type { RemoteTool, RemoteToolSource } from './contracts/remote-tool.ts';
export type { ToolIdentity, ToolSelector } from './contracts/tool-identity.ts';
export type { PackChanges, RegisteredPack, ServiceRequirement, ToolPack } from './contracts/tool-pack.ts';
export type { HandlerMetadata, Repair, RepairAction, ResultMetadata, ToolResult } from './contracts/tool-result.ts';
export type {
  ActivityListener,
  ActivityScope,
  ActivitySource,
  ActivityStreamOptions,
  SubscribeOptions,
} from './activity/activity-stream.ts';
export type { ActivityIterator, IterateOptions } from './activity/activity-iterator.ts';
export type { ArgumentLimits } from './arguments/argument-limits.ts';
export type { ParsedArguments } from './arguments/parse-arguments.ts';
export type { ToolCall } from './batch/execute-batch.ts';
export type { CoordinatorLimits, GuardOptions, ToolCoordinatorOptions } from './coordinator-options.ts';
export type { ToolDraft } from './authoring/define-tool.ts';
export type { ErrorCatalogue, ErrorEntry, ErrorFactory, ErrorOccurrence } from './authoring/error-catalogue.ts';
export type { ExecuteOptions } from './execute-options.ts';
export type { BeforeOutcome, ExtensionOptions } from './authoring/extension.ts';
export type { ModelOutputOptions } from './output/model-output.ts';
export type { PartialPiece } from './partial/partial-calls.ts';
export type { RepeatedCallsOptions } from './pipeline/guard/repeated-calls.ts';
export type { ToolErrorInit } from './authoring/result.ts';
export type { ConcurrencyOptions, FairSemaphoreOptions, SemaphoreSlot } from './runtime/fair-semaphore.ts';
export type { RetryOptions } from './runtime/retry-policy.ts';
export type { StandardSchemaLike, SchemaInput, SchemaOutput } from './schema/standard-schema-like.ts';
export type { InputSchema } from './schema/input-schema.ts';
export type { SchemaFault } from './schema/schema-fault.ts';
export type { CoordinatorStats, ToolStats } from './stats/call-statistics.ts';
export type { CancelOptions, TaskScope } from './task-scope.ts';
export type { ParamsOf, ToolMap, ToolSignature, ValueOf, WithOnly, WithPack, WithTool } from './tool-map.ts';
export type { AnyTools, ToolFilter, ToolView } from './tool-view.ts';
export type {
  AnthropicToolDefinition,
  GeminiToolDefinition,
  JsonSchemaToolDefinition,
  McpToolDefinition,
  OpenAiResponsesToolDefinition,
  OpenAiToolDefinition,
  ToolDefinition,
  ToolDefinitionFormat,
  ToolDefinitionOf,
} from './wire/tool-definitions.ts';
export type {
  AnthropicImageType,
  AnthropicToolResultMessage,
  GeminiFunctionResponses,
  McpToolResult,
  OpenAiFunctionCallOutput,
  OpenAiToolMessage,
  PlainToolResult,
  ToolMessageOf,
} from './wire/tool-messages.ts';
