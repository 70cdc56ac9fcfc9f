import type { ToolHandler } from '@ku0/agent-runtime-tools-core';
import { optional } from './check-parameters.ts';
import type { CodecraftErrorCode } from '../errors.ts';
import { makeTool } from './make-tool.ts';
import { SchemaType } from '../schema-type.ts';
import type { Tool } from '../types/tool.ts';
import { callInFolder } from '../workspace/call-in-folder.ts';
import { valueOf } from '../workspace/value-of.ts';

/** Makes a tool about a project from the current tool of the same name. */
export function projectTool(current: ToolHandler, errorCode: CodecraftErrorCode): Tool {
  return makeTool<{ path?: string }>({
    name: current.name,
    description: current.description,
    parametersDescription: 'Parameters for examining a project',
    properties: { path: { type: SchemaType.STRING, description: 'Directory of the project (default ".")' } },
    rules: [optional('path', 'string')],
    errorCode,
    run: async ({ path }, context) => ({ data: valueOf(await callInFolder(context, path || '.', current, {})) }),
  });
}
