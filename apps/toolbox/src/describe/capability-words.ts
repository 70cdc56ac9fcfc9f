import type { ToolHandler } from '@ku0/agent-runtime-tools-core';
import { effectWords } from './effect-words.ts';

/** What a tool may do, and whether it asks before. */
export function capabilityWords(tool: ToolHandler): string[] {
  return [...effectWords(tool), askingWord(tool)].filter((word) => word !== '');
}

/** Empty for a tool that never asks. */
export function askingWord({ requiresApproval = false }: ToolHandler): string {
  if (requiresApproval === false) return '';
  return requiresApproval === true ? 'asks' : 'may ask';
}
