import { preparedCase, type BenchCase } from '../bench-case.ts';
import {
  CONTENT,
  INPUT_SCHEMA,
  INVALID,
  TOOL_DESCRIPTION,
  TOOL_NAME,
  VALID,
  handle,
  hasContent,
} from '../benchmark-tool.ts';

export const langchainCases: readonly BenchCase[] = [
  {
    id: 'langchain/call',
    title: 'LangChain tool().invoke (zod)',
    group: 'peer-bare',
    async prepare() {
      const { tool } = await import('@langchain/core/tools');
      const { zodInput } = await import('../zod-schemas.ts');
      const readFile = tool(handle, { name: TOOL_NAME, description: TOOL_DESCRIPTION, schema: zodInput });
      return preparedCase<unknown>({
        run: () => readFile.invoke(VALID),
        refused: () => readFile.invoke(INVALID),
        accepts: hasContent,
      });
    },
  },
  {
    id: 'langchain/call-json-schema',
    title: 'LangChain tool().invoke (JSON Schema)',
    group: 'peer-bare',
    async prepare() {
      const { tool } = await import('@langchain/core/tools');
      const readFile = tool(() => handle(VALID), {
        name: TOOL_NAME,
        description: TOOL_DESCRIPTION,
        schema: INPUT_SCHEMA,
      });
      return preparedCase<unknown>({
        run: () => readFile.invoke(VALID),
        refused: () => readFile.invoke(INVALID),
        accepts: hasContent,
      });
    },
  },
  {
    id: 'langchain/call-message',
    title: 'LangChain tool().invoke (ToolCall to ToolMessage)',
    group: 'peer-bare',
    async prepare() {
      const { tool } = await import('@langchain/core/tools');
      const { zodInput } = await import('../zod-schemas.ts');
      const readFile = tool(handle, { name: TOOL_NAME, description: TOOL_DESCRIPTION, schema: zodInput });
      const call = (args: Record<string, unknown>): Promise<unknown> =>
        readFile.invoke({ type: 'tool_call', id: 'call-1', name: TOOL_NAME, args });
      return preparedCase({
        run: () => call({ ...VALID }),
        refused: () => call({ ...INVALID }),
        accepts: isMessageWithContent,
      });
    },
  },
  {
    id: 'langchain/call-callbacks',
    title: 'LangChain tool().invoke (zod) with callbacks',
    group: 'peer-full',
    note: 'a handler for the start and the end of a tool',
    async prepare() {
      const { tool } = await import('@langchain/core/tools');
      const { zodInput } = await import('../zod-schemas.ts');
      const readFile = tool(handle, { name: TOOL_NAME, description: TOOL_DESCRIPTION, schema: zodInput });
      const counts = { starts: 0, ends: 0 };
      const callbacks = [
        {
          handleToolStart: () => {
            counts.starts++;
          },
          handleToolEnd: () => {
            counts.ends++;
          },
        },
      ];
      return preparedCase<unknown>({
        run: () => readFile.invoke(VALID, { callbacks }),
        refused: () => readFile.invoke(INVALID, { callbacks }),
        accepts: (outcome) => hasContent(outcome) && counts.starts > 0 && counts.ends > 0,
      });
    },
  },
];

function isMessageWithContent(outcome: unknown): boolean {
  return (
    typeof outcome === 'object' && outcome !== null && 'content' in outcome && String(outcome.content).includes(CONTENT)
  );
}
