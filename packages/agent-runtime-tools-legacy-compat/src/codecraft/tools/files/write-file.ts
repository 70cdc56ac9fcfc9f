import { unifiedDiff } from '@ku0/agent-runtime-tools-workspace';
import { requiredContent, requiredText } from '../../make/check-parameters.ts';
import { refusedBy } from '../../make/failures.ts';
import { makeTool } from '../../make/make-tool.ts';
import { SchemaType } from '../../schema-type.ts';

/** Asks with a diff before it overwrites a file. */
export const writeFileTool = makeTool<{ path: string; content: string }>({
  name: 'write_file',
  description: 'Writes content to a file. Creates the file, or overwrites it after confirmation.',
  parametersDescription: 'Parameters for writing a file',
  properties: {
    path: { type: SchemaType.STRING, description: 'The relative path to the file' },
    content: { type: SchemaType.STRING, description: 'The content to write' },
  },
  required: ['path', 'content'],
  capabilities: { writesFiles: true, retryable: false },
  rules: [requiredText('path'), requiredContent('content')],
  errorCode: 'WRITE_ERROR',
  errorDetails: ({ path }) => ({ path }),
  async run({ path, content }, context) {
    // Without somebody to ask, the old content is not needed.
    if (context.fs.existsSync(path) && context.confirm !== undefined) {
      const before = context.fs.readFileSync(path, 'utf-8');
      const refused = await refusedBy(context, unifiedDiff(before, content, { to: path }).text);
      if (refused !== undefined) return refused;
    }
    context.fs.writeFileSync(path, content);
    const metadata = { bytesWritten: Buffer.byteLength(content, 'utf-8'), filesAccessed: [path] };
    return { data: `Successfully wrote to ${path}`, metadata };
  },
  async dryRun({ path, content }, { fs }) {
    const before = fs.existsSync(path) ? fs.readFileSync(path, 'utf-8') : undefined;
    return { data: unifiedDiff(before, content, { to: path }).text };
  },
});

export default writeFileTool;
