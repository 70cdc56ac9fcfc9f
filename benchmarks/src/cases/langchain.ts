import { preparedCase, type BenchCase } from '../bench-case.ts';
import { CONTENT, INPUT_SCHEMA, INVALID, TOOL_DESCRIPTION, TOOL_NAME, VALID, handle, hasContent } from '../subject.ts';

export const langchainCases: readonly BenchCase[] = [
  {
    id: 'langchain/call',
    title: 'LangChain tool().invoke (zod)',
    kind: 'peer',
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
    kind: 'peer',
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
    kind: 'peer',
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
];

function isMessageWithContent(outcome: unknown): boolean {
  return (
    typeof outcome === 'object' && outcome !== null && 'content' in outcome && String(outcome.content).includes(CONTENT)
  );
}
