import type { ToolResult } from '../contracts/tool-result.ts';
import type { Call } from './call/call.ts';

/** Takes a call with valid, frozen parameters to its result. */
export type Step = (params: unknown, call: Call) => Promise<ToolResult>;

/** Wraps a step in another one. Applied once per tool, not per call. */
export type Stage = (next: Step) => Step;
