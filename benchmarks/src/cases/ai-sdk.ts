import type { LanguageModel } from 'ai';
import { preparedCase, type BenchCase } from '../bench-case.ts';
import {
  INVALID,
  INVALID_TEXT,
  TOOL_DESCRIPTION,
  TOOL_NAME,
  VALID,
  VALID_TEXT,
  handle,
  hasContent,
} from '../benchmark-tool.ts';

export const aiSdkCases: readonly BenchCase[] = [
  {
    id: 'ai-sdk/call',
    title: 'AI SDK safeValidateTypes + executeTool',
    group: 'peer-bare',
    note: 'the two helpers that its loop uses',
    async prepare() {
      const { executeTool, safeValidateTypes, tool } = await import('@ai-sdk/provider-utils');
      const { zodContext, zodInput } = await import('../zod-schemas.ts');
      const readFile = tool({
        description: TOOL_DESCRIPTION,
        inputSchema: zodInput,
        contextSchema: zodContext,
        execute: handle,
      });
      const options = { toolCallId: 'call-1', messages: [], context: { session: 'session-1' } };
      const call = async (value: unknown): Promise<unknown> => {
        const validated = await safeValidateTypes({ value, schema: readFile.inputSchema });
        if (!validated.success) throw validated.error;
        for await (const part of executeTool({ tool: readFile, input: validated.value, options })) {
          if (part.type === 'final') return part.output;
        }
        return undefined;
      };
      return preparedCase({ run: () => call(VALID), refused: () => call(INVALID), accepts: hasContent });
    },
  },
  {
    id: 'ai-sdk/loop',
    title: 'AI SDK generateText, one tool call',
    group: 'peer-full',
    note: 'one step with a fake model, incl. JSON.parse',
    async prepare() {
      const { generateText, tool } = await import('ai');
      const { zodInput } = await import('../zod-schemas.ts');
      const tools = { [TOOL_NAME]: tool({ description: TOOL_DESCRIPTION, inputSchema: zodInput, execute: handle }) };
      const call = async (model: LanguageModel): Promise<unknown> => {
        const { toolResults } = await generateText({ model, tools, prompt: 'read it' });
        return toolResults[0]?.output;
      };
      const [good, bad] = [modelThatCalls(VALID_TEXT), modelThatCalls(INVALID_TEXT)];
      return preparedCase({ run: () => call(good), refused: () => call(bad), accepts: hasContent });
    },
  },
];

type ModelV4 = Extract<LanguageModel, { specificationVersion: 'v4' }>;

function modelThatCalls(input: string): ModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'fake',
    modelId: 'fake',
    supportedUrls: {},
    doGenerate: async () => ({
      content: [{ type: 'tool-call', toolCallId: 'call-1', toolName: TOOL_NAME, input }],
      finishReason: { unified: 'tool-calls', raw: 'tool-calls' },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    }),
    doStream: () => Promise.reject(new Error('this model does not stream')),
  };
}
