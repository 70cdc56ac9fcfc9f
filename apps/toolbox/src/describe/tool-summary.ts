import type { ToolHandler, ToolPack } from '@ku0/agent-runtime-tools-core';
import { effectWords } from '@ku0/agent-runtime-tools-terminal';

/** What a tool may do, and whether it needs approval. */
export function capabilityWords(tool: ToolHandler): string[] {
  return [...effectWords(tool), approvalWord(tool)].filter((word) => word !== '');
}

/** `asks` or `may ask`; empty for a tool that never needs approval. */
export function approvalWord({ requiresApproval = false }: ToolHandler): string {
  if (requiresApproval === false) return '';
  return requiresApproval === true ? 'asks' : 'may ask';
}

/** The first sentence of a description, on one line. */
export function firstSentence(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return /^.*?(?<!\b(?:e\.g|i\.e|etc))[.!?](?=\s[A-Z`"'(]|$)/.exec(line)?.[0] ?? line;
}

/** The aliases of a tool in its pack. */
export function aliasesOf({ name }: ToolHandler, { aliases = {} }: ToolPack): string[] {
  return Object.entries(aliases).flatMap(([alias, target]) => (target === name ? [alias] : []));
}
