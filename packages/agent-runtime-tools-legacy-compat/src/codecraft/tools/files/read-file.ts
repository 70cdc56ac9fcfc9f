import { nonNegative, optional, positive, requiredText } from '../../make/check-parameters.ts';
import { fileNotFound } from '../../make/failures.ts';
import { makeTool } from '../../make/make-tool.ts';
import { SchemaType } from '../../schema-type.ts';

export const readFileTool = makeTool<{ path: string; offset?: number; limit?: number }>({
  name: 'read_file',
  description: 'Reads the content of a file. Use this to examine code. Supports offset/limit for large files.',
  parametersDescription: 'Parameters for reading a file',
  properties: {
    path: { type: SchemaType.STRING, description: 'The relative path to the file' },
    offset: { type: SchemaType.NUMBER, description: 'Line number to start reading from (0-based, optional)' },
    limit: { type: SchemaType.NUMBER, description: 'Number of lines to read (optional)' },
  },
  required: ['path'],
  rules: [
    requiredText('path'),
    optional('offset', 'number'),
    optional('limit', 'number'),
    nonNegative('offset'),
    positive('limit'),
  ],
  errorCode: 'READ_ERROR',
  errorDetails: ({ path }) => ({ path }),
  async run({ path, offset = 0, limit }, { fs }) {
    if (!fs.existsSync(path)) return fileNotFound(path);
    const lines = fs.readFileSync(path, 'utf-8').split('\n');
    const data = lines.slice(offset, limit === undefined ? undefined : offset + limit).join('\n');
    return { data, metadata: { bytesRead: Buffer.byteLength(data, 'utf-8'), filesAccessed: [path] } };
  },
});

export default readFileTool;
