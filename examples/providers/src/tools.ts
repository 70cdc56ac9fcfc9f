import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';

const add = defineTool({
  name: 'add',
  description: 'Add two numbers',
  parameters: Type.Object({ a: Type.Number(), b: Type.Number() }),
  output: Type.Object({ sum: Type.Number() }),
  execute: async ({ a, b }) => ok({ sum: a + b }),
});

/** The tools that all examples use. */
export const tools = new ToolCoordinator().register(add);
