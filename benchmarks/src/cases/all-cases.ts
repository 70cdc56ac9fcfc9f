import type { BenchCase } from '../bench-case.ts';
import { aiSdkCases } from './ai-sdk.ts';
import { decisionCases } from './decisions.ts';
import { baselineCases } from './baseline.ts';
import { langchainCases } from './langchain.ts';
import { mastraCases } from './mastra.ts';
import { mcpCases } from './mcp.ts';
import { openaiAgentsCases } from './openai-agents.ts';
import { ourCases } from './ours.ts';

/** Every case, in the order of the table. */
export const allCases: readonly BenchCase[] = [
  ...baselineCases,
  ...ourCases,
  ...decisionCases,
  ...mastraCases,
  ...aiSdkCases,
  ...openaiAgentsCases,
  ...mcpCases,
  ...langchainCases,
];

export function caseOf(id: string): BenchCase {
  const found = allCases.find((each) => each.id === id);
  if (found === undefined)
    throw new Error(`there is no case "${id}"; one of: ${allCases.map((each) => each.id).join(', ')}`);
  return found;
}
