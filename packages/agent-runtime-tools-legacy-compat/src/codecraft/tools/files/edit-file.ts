import { unifiedDiff } from '@ku0/agent-runtime-tools-workspace';
import { requiredContent, requiredText } from '../../make/check-parameters.ts';
import { fileNotFound, refusedBy } from '../../make/failures.ts';
import { makeTool, type Outcome } from '../../make/make-tool.ts';
import { SchemaType } from '../../schema-type.ts';
import type { ToolContext } from '../../types/tool-context.ts';

interface EditParams {
  path: string;
  [name: string]: unknown;
}

/** Models send the texts under several names; the first is the declared one. */
const OLD_NAMES = ['old_string', 'oldString', 'old_text', 'oldText', 'old_str', 'search'] as const;
const NEW_NAMES = ['new_string', 'newString', 'new_text', 'newText', 'new_str', 'replace'] as const;

/** Replaces the first occurrence of a text, after confirmation. */
export const editFileTool = makeTool<EditParams>({
  name: 'edit_file',
  description: 'Replaces the first occurrence of a text in a file, after confirmation.',
  parametersDescription: 'Parameters for editing a file',
  properties: {
    path: { type: SchemaType.STRING, description: 'The relative path to the file' },
    old_string: { type: SchemaType.STRING, description: 'The exact text to replace' },
    new_string: { type: SchemaType.STRING, description: 'The text to put in its place' },
  },
  required: ['path', 'old_string', 'new_string'],
  capabilities: { writesFiles: true, idempotent: false, retryable: false },
  rules: [requiredText('path'), requiredText(...OLD_NAMES), requiredContent(...NEW_NAMES)],
  errorCode: 'EDIT_ERROR',
  errorDetails: ({ path }) => ({ path }),
  async run(params, context) {
    const edit = editOf(params, context);
    if ('failure' in edit) return edit;
    const refused = await refusedBy(context, edit.diff);
    if (refused !== undefined) return refused;
    context.fs.writeFileSync(params.path, edit.after);
    const metadata = { bytesWritten: Buffer.byteLength(edit.after, 'utf-8'), filesAccessed: [params.path] };
    return { data: `Successfully edited ${params.path}`, metadata };
  },
  async dryRun(params, context) {
    const edit = editOf(params, context);
    return 'failure' in edit ? edit : { data: edit.diff };
  },
});

function editOf(
  params: EditParams,
  { fs }: ToolContext,
): { after: string; diff: string } | Extract<Outcome, { failure: unknown }> {
  const { path } = params;
  const [oldText, newText] = [textOf(params, OLD_NAMES), textOf(params, NEW_NAMES)];
  if (!fs.existsSync(path)) return fileNotFound(path);
  const before = fs.readFileSync(path, 'utf-8');
  const at = before.indexOf(oldText);
  if (at < 0) return { failure: { code: 'TEXT_NOT_FOUND', message: `Text not found in ${path}`, details: { path } } };
  const after = before.slice(0, at) + newText + before.slice(at + oldText.length);
  return { after, diff: unifiedDiff(before, after, { to: path }).text };
}

function textOf(params: EditParams, names: readonly string[]): string {
  const value = names.map((name) => params[name]).find((each) => each !== undefined);
  return typeof value === 'string' ? value : '';
}

export default editFileTool;
