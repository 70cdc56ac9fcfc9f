import type { ToolResult } from '../contracts/tool-result.ts';
import type { Call } from './call/call.ts';

/** Takes a call with valid, frozen parameters to its result. Never rejects. */
export type Step = (params: unknown, call: Call) => Promise<ToolResult>;

/** Builds a step around the next one, once per tool. */
export type Stage = (next: Step) => Step;
