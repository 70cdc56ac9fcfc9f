import type { ToolHandler } from '@ku0/agent-runtime-tools-core';
import { effectWords } from './effect-words.ts';

/** What a tool may do, and whether it asks before. */
export function capabilityWords(tool: ToolHandler): string[] {
  const { requiresApproval = false } = tool;
  if (requiresApproval === false) return effectWords(tool);
  return [...effectWords(tool), requiresApproval === true ? 'asks' : 'may ask'];
}
