import { join } from 'node:path';
import { globTool as currentGlob } from '@ku0/agent-runtime-tools-search';
import { optional, requiredText } from '../../make/check-parameters.ts';
import { makeTool } from '../../make/make-tool.ts';
import { SchemaType } from '../../schema-type.ts';
import { isOnDisk } from '../../tool-context.ts';
import { callInFolder } from '../../workspace/call-in-folder.ts';
import { valueOf } from '../../workspace/value-of.ts';

export const globTool = makeTool<{ pattern: string; path?: string }>({
  name: 'glob',
  description: 'Finds files by a glob pattern such as "src/**/*.ts". Ignored files are left out.',
  parametersDescription: 'Parameters for finding files',
  properties: {
    pattern: { type: SchemaType.STRING, description: 'The glob pattern' },
    path: { type: SchemaType.STRING, description: 'Directory to search (default ".")' },
  },
  required: ['pattern'],
  rules: [requiredText('pattern'), optional('path', 'string')],
  errorCode: 'GLOB_ERROR',
  async run({ pattern, path }, context) {
    const folder = path || '.';
    const tool = currentGlob({ engine: isOnDisk(context) ? 'auto' : 'javascript' });
    const { files } = valueOf(await callInFolder(context, folder, tool, { pattern, limit: MAX_FILES }));
    return { data: files.map((file) => join(folder, file.path)) };
  },
});

const MAX_FILES = 10_000;

export default globTool;
