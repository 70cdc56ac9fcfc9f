import { optional } from '../../check-parameters.ts';
import { makeTool } from '../../make-tool.ts';
import { SchemaType } from '../../schema-type.ts';

export const listDirectoryTool = makeTool<{ path?: string }>({
  name: 'list_directory',
  description: 'Lists the files and folders of a folder. Names of folders end with a slash.',
  parametersDescription: 'Parameters for listing a folder',
  properties: { path: { type: SchemaType.STRING, description: 'The folder (default ".")' } },
  rules: [optional('path', 'string')],
  errorCode: 'LIST_ERROR',
  errorDetails: ({ path }) => ({ path: path || '.' }),
  async run({ path }, { fs }) {
    const folder = path || '.';
    if (!fs.existsSync(folder))
      return { failure: { code: 'FILE_NOT_FOUND', message: `Directory not found: ${folder}` } };
    const entries = fs.readdirSync(folder, { withFileTypes: true });
    return { data: entries.map(nameOf).toSorted(), metadata: { filesAccessed: [folder] } };
  },
});

function nameOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null || !('name' in entry)) return String(entry);
  return isFolder(entry) ? `${String(entry.name)}/` : String(entry.name);
}

function isFolder(entry: object): boolean {
  const isDirectory: unknown = Reflect.get(entry, 'isDirectory');
  return typeof isDirectory === 'function' && Boolean(Reflect.apply(isDirectory, entry, []));
}

export default listDirectoryTool;
