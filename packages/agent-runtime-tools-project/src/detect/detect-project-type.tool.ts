import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import { fileResource } from '@ku0/agent-runtime-tools-workspace';
import { readCall } from '../read/read-call.ts';
import type { ProjectTypeValue } from './detect-project-type.ts';
import { pathParameter, projectSchema, workspaceSchema, type ProjectValue } from './project-schema.ts';
import { version as packageVersion } from '../version.ts';

export const detectProjectTypeTool = defineTool({
  name: 'detect_project_type',
  description:
    'Tells what kind of project a folder is, from its manifests: type, languages, package manager, frameworks, test runners, ' +
    'formatters, linters, the commands to build and test it, and the members of a monorepo. Knows Node, Python, Rust, Go, Java ' +
    '(Maven, Gradle), Ruby, PHP and .NET. Runs nothing.',
  version: packageVersion,
  parameters: Type.Object({ path: pathParameter }),
  output: Type.Object({
    path: Type.String(),
    type: Type.String({ description: 'The main type, or unknown.' }),
    types: Type.Array(Type.String(), { description: 'All types in the folder and below.' }),
    monorepo: Type.Boolean({ description: 'Whether a manifest lists other projects as members.' }),
    projects: Type.Array(projectSchema, { description: 'The projects of the folder itself, the main one first.' }),
    nested: Type.Array(projectSchema, {
      description: 'Projects below it, members of a monorepo included; at most 50.',
    }),
    nestedTotal: Type.Integer(),
    workspaces: Type.Array(workspaceSchema),
    enclosing: Type.Optional(
      Type.Object({ type: Type.String(), path: Type.String(), name: Type.Optional(Type.String()) }),
    ),
    notes: Type.Array(Type.String(), { description: 'What was not read, and why.' }),
  }),
  capabilities: { readsFiles: true, idempotent: true, retryable: true },
  parameterAliases: { directory: 'path', folder: 'path', project_path: 'path' },
  resources: ({ path = '.' }) => [fileResource(path, 'read')],
  async execute({ path = '.' }, context) {
    const { detectProjectType } = await import('./detect-project-type.ts');
    const value = await detectProjectType(path, readCall(context));
    return ok(value, { filesAccessed: value.projects.map(({ manifest }) => manifest) });
  },
  preview: (result, maxLines) => (result.ok ? textOf(result.value).slice(0, maxLines) : [result.error.message]),
  toModelOutput: (value) => [{ type: 'text', text: textOf(value).join('\n') }],
});

function textOf({
  path,
  type,
  projects,
  nested,
  nestedTotal,
  workspaces,
  enclosing,
  notes,
}: ProjectTypeValue): string[] {
  return [
    `${printable(path)}: ${type}`,
    ...projects.flatMap(projectLines),
    ...workspaces.map(
      ({ tool, path: root, members, total }) =>
        `${tool} workspace in ${printable(root)}, ${total} members: ${members.map((member) => printable(member.path)).join(', ')}`,
    ),
    ...(nested.length > 0 ? [`Projects below (${nested.length} of ${nestedTotal}):`] : []),
    ...nested.map((project) => `  ${printable(project.manifest)}: ${summaryOf(project)}`),
    ...(enclosing === undefined ? [] : [`Part of the ${enclosing.type} project in ${printable(enclosing.path)}`]),
    ...notes.map((note) => `[note: ${printable(note)}]`),
  ];
}

function summaryOf({ type, name, version, frameworks }: ProjectValue): string {
  const title = [name, version].filter((part) => part !== undefined).join(' ');
  return printable([type, title, frameworks.join(', ')].filter((part) => part !== '').join(', '));
}

/** The lines about one project, as the tools of this pack show it to the model. */
export function projectLines(project: ProjectValue): string[] {
  const lists: readonly (readonly [label: string, names: readonly string[]])[] = [
    ['languages', project.languages],
    ['frameworks', project.frameworks],
    ['test runners', project.testRunners],
    ['formatters', project.formatters],
    ['linters', project.linters],
    ['build tools', project.buildTools],
  ];
  return [
    `${printable(project.manifest)}: ${summaryOf(project)}`,
    ...(project.description === undefined ? [] : [`  ${printable(project.description)}`]),
    ...(project.packageManager === undefined ? [] : [`  package manager: ${printable(project.packageManager)}`]),
    ...(project.runtime === undefined ? [] : [`  runtime: ${printable(project.runtime)}`]),
    ...lists.filter(([, names]) => names.length > 0).map(([label, names]) => `  ${label}: ${names.join(', ')}`),
    ...Object.entries(project.commands).map(([purpose, command]) => `  ${purpose}: ${printable(command)}`),
  ];
}
