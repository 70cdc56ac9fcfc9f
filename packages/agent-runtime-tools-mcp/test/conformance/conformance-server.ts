import { defineTool, ok, ToolCoordinator, Type } from '@ku0/agent-runtime-tools-core';
import { serveMcp, type McpService } from '../../src/index.ts';
import { askingTools } from './asking-tools.ts';
import { contentTools } from './content-tools.ts';
import { addExtras } from './extras.ts';

/** Serves the tools, prompts and resources that the conformance suite expects, without a token. */
export function serveConformance(): Promise<McpService> {
  const tools = new ToolCoordinator();
  for (const tool of [...contentTools, ...askingTools]) tools.register(tool);
  const extra = defineTool({ name: 'extra', parameters: Type.Object({}), execute: async () => ok({}) });
  tools.register(
    defineTool({
      name: 'test_trigger_tool_change',
      parameters: Type.Object({}),
      async execute() {
        if (tools.has('extra')) tools.unregister('extra');
        else tools.register(extra);
        return ok('changed');
      },
    }),
  );
  return serveMcp(tools, {
    transport: { type: 'http', token: false },
    name: 'conformance',
    version: '1.0.0',
    extend: addExtras,
  });
}
