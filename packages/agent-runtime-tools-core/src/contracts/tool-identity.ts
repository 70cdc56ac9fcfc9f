import type { ToolCapabilities } from './tool-capabilities.ts';

/** What a decision about a tool may rest on. */
export interface ToolIdentity {
  readonly name: string;
  readonly version: string;
  readonly capabilities: ToolCapabilities;
}
