import { Type, defineTool, ok, printable } from '@ku0/agent-runtime-tools-core';
import { fileResource } from '@ku0/agent-runtime-tools-workspace';
import { fileCall } from '../file-call.ts';
import { DEFAULT_LIMIT, listDirectory, type DirectoryEntry, type DirectoryListing } from './list-directory.ts';
import { version } from '../version.ts';

export const listDirectoryTool = defineTool({
  name: 'list_directory',
  description:
    'Lists a folder: name, path, type, size and time of change of each entry, sorted by name. ' +
    'Leaves out what .gitignore ignores unless includeIgnored is true, and names that begin with a dot unless includeHidden is.',
  version,
  parameters: Type.Object({
    path: Type.Optional(
      Type.String({ description: 'The folder, relative to the workspace root.', default: '.', examples: ['src'] }),
    ),
    recursive: Type.Optional(Type.Boolean({ description: 'Also list the folders in it.', default: false })),
    includeHidden: Type.Optional(
      Type.Boolean({ description: 'Also list names that begin with a dot.', default: false }),
    ),
    includeIgnored: Type.Optional(
      Type.Boolean({ description: 'Also list what .gitignore leaves out.', default: false }),
    ),
    limit: Type.Optional(
      Type.Integer({
        description: 'The most entries to list.',
        minimum: 1,
        maximum: 20_000,
        default: DEFAULT_LIMIT,
      }),
    ),
  }),
  output: Type.Object({
    path: Type.String(),
    entries: Type.Array(
      Type.Object({
        name: Type.String(),
        path: Type.String(),
        type: Type.Union([
          Type.Literal('file'),
          Type.Literal('directory'),
          Type.Literal('symlink'),
          Type.Literal('other'),
        ]),
        size: Type.Integer(),
        modified: Type.String(),
      }),
    ),
    total: Type.Integer(),
    truncated: Type.Boolean(),
    unreadable: Type.Optional(Type.Array(Type.String())),
  }),
  capabilities: { readsFiles: true, idempotent: true, retryable: true },
  limits: { maxOutputChars: 100_000 },
  parameterAliases: {
    directory: 'path',
    dir: 'path',
    folder: 'path',
    include_hidden: 'includeHidden',
    include_ignored: 'includeIgnored',
  },
  resources: ({ path = '.' }) => [fileResource(path, 'read')],
  async execute(params, context) {
    const listing = await listDirectory(params, fileCall(context));
    const warnings = (listing.unreadable ?? []).map((folder) => `${folder} could not be read.`);
    return ok(listing, { filesAccessed: [listing.path], ...(warnings.length > 0 && { warnings }) });
  },
  preview(result, maxLines) {
    if (!result.ok) return [result.error.message];
    const { entries, total, path } = result.value;
    return [`${path}: ${total} ${total === 1 ? 'entry' : 'entries'}`, ...entries.map(shortLine)].slice(0, maxLines);
  },
  toModelOutput: (listing) => [{ type: 'text', text: asText(listing) }],
});

function asText({ path, entries, total, truncated, unreadable = [] }: DirectoryListing): string {
  const lines = entries.map(shortLine);
  if (lines.length === 0) lines.push(`${printable(path)} has no entries to show.`);
  if (truncated)
    lines.push(`[${entries.length} of ${total} entries; raise limit or list one of the folders to see the others]`);
  if (unreadable.length > 0)
    lines.push(`[could not be read: ${unreadable.map((folder) => printable(folder)).join(', ')}]`);
  return lines.join('\n');
}

function shortLine({ path, type, size }: DirectoryEntry): string {
  if (type === 'directory') return `${printable(path)}/`;
  return type === 'file' ? `${printable(path)}\t${size}` : `${printable(path)}\t${type}`;
}
