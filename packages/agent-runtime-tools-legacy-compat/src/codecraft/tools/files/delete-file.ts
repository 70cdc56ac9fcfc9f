import { requiredText } from '../../make/check-parameters.ts';
import { fileNotFound, refusedBy } from '../../make/failures.ts';
import { makeTool } from '../../make/make-tool.ts';
import { SchemaType } from '../../schema-type.ts';

export const deleteFileTool = makeTool<{ path: string }>({
  name: 'delete_file',
  description: 'Deletes a file, after confirmation.',
  parametersDescription: 'Parameters for deleting a file',
  properties: { path: { type: SchemaType.STRING, description: 'The relative path to the file' } },
  required: ['path'],
  capabilities: { writesFiles: true, idempotent: false, retryable: false },
  rules: [requiredText('path')],
  errorCode: 'DELETE_ERROR',
  errorDetails: ({ path }) => ({ path }),
  async run({ path }, context) {
    if (!context.fs.existsSync(path)) return fileNotFound(path);
    const refused = await refusedBy(context, `Delete file: ${path}`);
    if (refused !== undefined) return refused;
    context.fs.unlinkSync(path);
    return { data: `Successfully deleted ${path}`, metadata: { filesAccessed: [path] } };
  },
});

export default deleteFileTool;
