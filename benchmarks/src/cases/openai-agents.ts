import type { Model, Usage } from '@openai/agents';
import { preparedCase, type BenchCase } from '../bench-case.ts';
import {
  CONTENT,
  INVALID_TEXT,
  TOOL_DESCRIPTION,
  TOOL_NAME,
  VALID_TEXT,
  handle,
  hasContent,
} from '../benchmark-tool.ts';

export const openaiAgentsCases: readonly BenchCase[] = [
  {
    id: 'openai-agents/call',
    title: 'OpenAI Agents FunctionTool.invoke',
    group: 'peer-bare',
    note: 'incl. JSON.parse',
    async prepare() {
      const { RunContext } = await import('@openai/agents');
      const readFile = await makeTool();
      const context = new RunContext<unknown>({});
      const call = (text: string): Promise<unknown> => readFile.invoke(context, text);
      return preparedCase({ run: () => call(VALID_TEXT), refused: () => call(INVALID_TEXT), accepts: hasContent });
    },
  },
  {
    id: 'openai-agents/call-timeout',
    title: 'OpenAI Agents invokeFunctionTool with a timeout',
    group: 'peer-bare',
    note: 'incl. JSON.parse',
    async prepare() {
      const { RunContext, invokeFunctionTool } = await import('@openai/agents');
      const tool = await makeTool(30_000);
      const runContext = new RunContext<unknown>({});
      const call = (input: string): Promise<unknown> => invokeFunctionTool({ tool, runContext, input });
      return preparedCase({ run: () => call(VALID_TEXT), refused: () => call(INVALID_TEXT), accepts: hasContent });
    },
  },
  {
    id: 'openai-agents/loop',
    title: 'OpenAI Agents Runner.run, one tool call',
    group: 'peer-full',
    note: 'one turn with a fake model, incl. JSON.parse',
    async prepare() {
      const { Agent, Runner, Usage } = await import('@openai/agents');
      const runner = new Runner({ tracingDisabled: true });
      const tools = [await makeTool()];
      const agentThatCalls = (text: string) =>
        new Agent({ name: 'agent', model: modelThatCalls(text, Usage), tools, toolUseBehavior: 'stop_on_first_tool' });
      const call = async (agent: ReturnType<typeof agentThatCalls>): Promise<unknown> =>
        (await runner.run(agent, 'read it')).finalOutput;
      const [good, bad] = [agentThatCalls(VALID_TEXT), agentThatCalls(INVALID_TEXT)];
      return preparedCase({
        run: () => call(good),
        refused: () => call(bad),
        accepts: (output) => JSON.stringify(output)?.includes(CONTENT) ?? false,
      });
    },
  },
];

async function makeTool(timeoutMs?: number) {
  const { setTracingDisabled, tool } = await import('@openai/agents');
  const { zodInput } = await import('../zod-schemas.ts');
  setTracingDisabled(true);
  return tool({
    name: TOOL_NAME,
    description: TOOL_DESCRIPTION,
    parameters: zodInput,
    errorFunction: null,
    execute: handle,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
}

function modelThatCalls(text: string, UsageOfTurn: typeof Usage): Model {
  return {
    getResponse: async () => ({
      usage: new UsageOfTurn(),
      output: [{ type: 'function_call', callId: 'call-1', name: TOOL_NAME, status: 'completed', arguments: text }],
    }),
    getStreamedResponse() {
      throw new Error('this model does not stream');
    },
  };
}
