import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import { fileResource } from '@ku0/agent-runtime-tools-workspace';
import { projectLines } from '../detect/detect-project-type.tool.ts';
import { pathParameter, projectSchema, workspaceSchema } from '../detect/project-schema.ts';
import { readCall } from '../read/read-call.ts';
import type { OverviewValue } from './get-project-overview.ts';
import { version } from '../version.ts';

export const getProjectOverviewTool = defineTool({
  name: 'get_project_overview',
  description:
    'Describes a project at a glance: what it is for, its type and commands, languages by size, folders, entry points, dependencies, ' +
    'tests, documents and CI files. A good first call in an unknown repository.',
  version,
  parameters: Type.Object({ path: pathParameter }),
  output: Type.Object({
    path: Type.String(),
    type: Type.String(),
    name: Type.Optional(Type.String()),
    summary: Type.Optional(Type.String({ description: 'From the manifest, or the first paragraph of the README.' })),
    license: Type.Optional(Type.String()),
    projects: Type.Array(projectSchema),
    workspaces: Type.Array(workspaceSchema),
    languages: Type.Array(
      Type.Object({
        language: Type.String(),
        files: Type.Integer(),
        bytes: Type.Integer(),
        share: Type.Number({ description: 'Of the bytes of all source files, from 0 to 1.' }),
      }),
    ),
    structure: Type.Array(Type.Object({ path: Type.String(), files: Type.Integer(), bytes: Type.Integer() }), {
      description: 'The folders of the first two levels, with everything below them.',
    }),
    entryPoints: Type.Array(Type.String()),
    dependencies: Type.Array(
      Type.Object({ name: Type.String(), version: Type.Optional(Type.String()), dev: Type.Boolean() }),
    ),
    dependenciesTotal: Type.Integer(),
    tests: Type.Integer({ description: 'The number of test files.' }),
    documents: Type.Array(Type.String()),
    ci: Type.Array(Type.String(), { description: 'Files that configure continuous integration.' }),
    files: Type.Integer(),
    folders: Type.Integer(),
    bytes: Type.Integer(),
    truncated: Type.Boolean({ description: 'There are more files than were examined.' }),
    notes: Type.Array(Type.String()),
  }),
  capabilities: { readsFiles: true, idempotent: true, retryable: true },
  parameterAliases: { directory: 'path', folder: 'path', project_path: 'path' },
  resources: ({ path = '.' }) => [fileResource(path, 'read')],
  async execute({ path = '.' }, context) {
    const { getProjectOverview } = await import('./get-project-overview.ts');
    return ok(await getProjectOverview(path, readCall(context)));
  },
  preview: (result, maxLines) => (result.ok ? textOf(result.value).slice(0, maxLines) : [result.error.message]),
  toModelOutput: (value) => [{ type: 'text', text: textOf(value).join('\n') }],
});

function textOf(value: OverviewValue): string[] {
  const { languages, structure, dependencies, dependenciesTotal, workspaces } = value;
  return [
    `${printable(value.name ?? value.path)}: ${value.type}, ${value.files} files in ${value.folders} folders, ${value.tests} test files`,
    ...(value.summary === undefined ? [] : [printable(value.summary)]),
    ...(value.license === undefined ? [] : [`license: ${printable(value.license)}`]),
    ...value.projects.flatMap(projectLines),
    ...workspaces.flatMap(({ tool, members, total }) =>
      list(
        `${tool} workspace, ${total} members`,
        members.map(({ path }) => path),
      ),
    ),
    ...list(
      'languages',
      languages.map(({ language, share }) => `${language} ${Math.round(share * 100)} %`),
    ),
    ...list(
      'folders',
      structure.map(({ path, files }) => `${path} (${files})`),
    ),
    ...list('entry points', value.entryPoints),
    ...list(
      `dependencies (${dependenciesTotal})`,
      dependencies.map(({ name }) => name),
    ),
    ...list('documents', value.documents),
    ...list('CI', value.ci),
    ...value.notes.map((note) => `[note: ${printable(note)}]`),
  ];
}

/** `label: a, b`, or no line without entries. */
function list(label: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [`${label}: ${entries.map((entry) => printable(entry)).join(', ')}`];
}
