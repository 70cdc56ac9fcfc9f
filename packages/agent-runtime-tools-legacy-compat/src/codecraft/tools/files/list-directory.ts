import { join } from 'node:path';
import { optional } from '../../make/check-parameters.ts';
import { makeTool } from '../../make/make-tool.ts';
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
    const names = entries.map((entry) => nameOf(entry, (name) => fs.statSync(join(folder, name))));
    return { data: names.toSorted(), metadata: { filesAccessed: [folder] } };
  },
});

/** A context may list names alone, without what they are. */
function nameOf(entry: unknown, stat: (name: string) => unknown): string {
  const isEntry = typeof entry === 'object' && entry !== null && 'name' in entry;
  const name = String(isEntry ? entry.name : entry);
  return isFolder(isEntry ? entry : stat(name)) ? `${name}/` : name;
}

function isFolder(entry: unknown): boolean {
  const isDirectory: unknown =
    typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'isDirectory') : undefined;
  return typeof isDirectory === 'function' && Boolean(Reflect.apply(isDirectory, entry, []));
}

export default listDirectoryTool;
