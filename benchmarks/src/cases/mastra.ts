import { preparedCase, type BenchCase } from '../bench-case.ts';
import { INVALID, TOOL_DESCRIPTION, TOOL_NAME, VALID, handle, hasContent } from '../benchmark-tool.ts';

export const mastraCases: readonly BenchCase[] = [
  mastra('call', 'Mastra createTool().execute', false),
  mastra('call-output', 'Mastra createTool().execute with an output schema', true),
];

function mastra(variant: string, title: string, withOutput: boolean): BenchCase {
  return {
    id: `mastra/${variant}`,
    title,
    group: 'peer-bare',
    async prepare() {
      const { createTool, noopObserve } = await import('@mastra/core/tools');
      const { zodInput, zodOutput } = await import('../zod-schemas.ts');
      const readFile = createTool({
        id: TOOL_NAME,
        description: TOOL_DESCRIPTION,
        inputSchema: zodInput,
        ...(withOutput && { outputSchema: zodOutput }),
        execute: handle,
      });
      const { execute } = readFile;
      if (execute === undefined) throw new Error('the tool cannot be executed');
      const call = async (input: typeof VALID | typeof INVALID): Promise<unknown> =>
        execute.call(readFile, input, { observe: noopObserve });
      return preparedCase({ run: () => call(VALID), refused: () => call(INVALID), accepts: hasContent });
    },
  };
}
