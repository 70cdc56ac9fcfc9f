/** What the page and the server of the Studio send each other, as JSON. The paths are in the toolbox's openapi.json. */
export type {
  Overview,
  ToolDetails,
  ToolSummary,
  WireDefinition,
  CallAnswer,
  DryRunAnswer,
  ContentPart,
} from './tools.ts';
export type { CallStory, StoryStep, StudioEvent } from './activity.ts';
export type { ApprovalAnswer, CommandPart, PendingApproval, RememberedApproval } from './approvals.ts';
export type { ChangeEntry, FileDiff, UndoAnswer, UndoRequest } from './changes.ts';
export type { Insight, MinuteStats, ToolInsight } from './insight.ts';
export type {
  Explanation,
  HookCheck,
  HookDiagnostic,
  Settings,
  SettingsHook,
  SettingsPolicy,
  SettingsServer,
  TrustChange,
  TrustEntry,
} from './settings.ts';

/** The body of every answer that is not a success. */
export interface ApiError {
  readonly error: { readonly code: string; readonly message: string; readonly suggestion?: string };
}
