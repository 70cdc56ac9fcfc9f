import type {
  ApprovalRequest,
  ApprovalResponse,
  ExplainedPart,
  ListedApproval,
} from '@ku0/agent-runtime-tools-approval';

export type CommandPart = ExplainedPart;
export type ApprovalAnswer = ApprovalResponse;
export type RememberedApproval = ListedApproval;

/** A request that waits for an answer. */
export interface PendingApproval {
  /** As it is to be shown: hidden characters are escapes. */
  readonly request: ApprovalRequest;
  /** The arguments as they are, for editing them. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly effects: readonly string[];
  /** Why a person is asked, the gravest reason first. */
  readonly reasons: readonly string[];
  /** For a command: its parts, each with the rule that covers it. */
  readonly parts: readonly CommandPart[];
  /** The JSON Schema of the arguments, for editing them. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}
