import type { ToolCapabilities } from './tool-capabilities.ts';

/** What a decision about a tool may rest on. */
export interface ToolIdentity {
  readonly name: string;
  readonly version: string;
  readonly capabilities: ToolCapabilities;
  /** Other names that it answers to. */
  readonly aliases?: readonly string[];
  /** Whether some of its calls need approval, or all of them. */
  readonly requiresApproval?: unknown;
}
