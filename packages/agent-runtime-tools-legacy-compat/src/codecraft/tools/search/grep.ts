import { join } from 'node:path';
import { grepTool as currentGrep } from '@ku0/agent-runtime-tools-search';
import { optional, requiredText } from '../../make/check-parameters.ts';
import { makeTool } from '../../make/make-tool.ts';
import { SchemaType } from '../../schema-type.ts';
import { isOnDisk } from '../../tool-context.ts';
import { callInFolder } from '../../workspace/call-in-folder.ts';
import { valueOf } from '../../workspace/value-of.ts';

interface GrepParams {
  pattern: string;
  path?: string;
  include?: string;
  ignoreCase?: boolean;
}

export const grepTool = makeTool<GrepParams>({
  name: 'grep',
  description: 'Searches files for a regular expression and returns the matching lines.',
  parametersDescription: 'Parameters for searching files',
  properties: {
    pattern: { type: SchemaType.STRING, description: 'The regular expression' },
    path: { type: SchemaType.STRING, description: 'Directory to search (default ".")' },
    include: { type: SchemaType.STRING, description: 'Glob of the files to search (optional)' },
    ignoreCase: { type: SchemaType.BOOLEAN, description: 'Ignore the case of letters (optional)' },
  },
  required: ['pattern'],
  rules: [
    requiredText('pattern'),
    optional('path', 'string'),
    optional('include', 'string'),
    optional('ignoreCase', 'boolean'),
  ],
  errorCode: 'GREP_ERROR',
  async run({ pattern, path, include, ignoreCase }, context) {
    const folder = path || '.';
    const tool = currentGrep({ engine: isOnDisk(context) ? 'auto' : 'javascript' });
    const params = { pattern, ...(include && { include }), ...(ignoreCase && { ignoreCase }), limit: MAX_MATCHES };
    const { matches = [] } = valueOf(await callInFolder(context, folder, tool, params));
    return { data: matches.map(({ file, line, content }) => ({ file: join(folder, file), line, content })) };
  },
});

const MAX_MATCHES = 1_000;

export default grepTool;
