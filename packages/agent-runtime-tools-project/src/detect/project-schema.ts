import { Type, type Static } from '@ku0/agent-runtime-tools-core';
import { displayPath } from '../read/project-files.ts';
import { optional } from '../read/read-value.ts';
import type { DetectedProjects } from './detect-projects.ts';
import type { Project } from './project.ts';

const names = (description: string) => Type.Array(Type.String(), { description });

export const pathParameter = Type.Optional(
  Type.String({ description: 'The folder, relative to the workspace root.', default: '.', examples: ['packages/app'] }),
);

/** A project in the results of the tools. */
export const projectSchema = Type.Object({
  type: Type.String({ description: 'node, python, rust, go, java, ruby, php or dotnet.' }),
  path: Type.String({ description: 'Its folder.' }),
  manifest: Type.String({ description: 'The file that describes it.' }),
  name: Type.Optional(Type.String()),
  version: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  languages: names('The languages that the manifest implies.'),
  packageManager: Type.Optional(Type.String()),
  runtime: Type.Optional(Type.String({ description: 'The version of the language or platform that it asks for.' })),
  frameworks: names('Frameworks and important libraries.'),
  testRunners: names('Programs and libraries for tests.'),
  formatters: names('Formatters.'),
  linters: names('Linters and type checkers.'),
  buildTools: names('Compilers, bundlers and task runners.'),
  commands: Type.Record(Type.String(), Type.String(), {
    description: 'Command lines by purpose: install, build, test, lint, format, start.',
  }),
});

export type ProjectValue = Static<typeof projectSchema>;

export const workspaceSchema = Type.Object({
  tool: Type.String({
    description: 'What defines the members: pnpm, npm, yarn, cargo, go, maven, gradle, uv, dotnet.',
  }),
  path: Type.String({ description: 'The folder of the manifest that lists the members.' }),
  members: Type.Array(Type.Object({ path: Type.String(), name: Type.Optional(Type.String()) })),
  total: Type.Integer(),
});

export type WorkspaceValue = Static<typeof workspaceSchema>;

export function describeProject(project: Project): ProjectValue {
  const { type, folder, manifest, name, version, description, languages, packageManager, runtime, commands } = project;
  return {
    type,
    path: folder.display,
    manifest: displayPath(folder, manifest),
    ...optional('name', name),
    ...optional('version', version),
    ...optional('description', description),
    languages: [...languages],
    ...optional('packageManager', packageManager),
    ...optional('runtime', runtime),
    frameworks: [...project.frameworks],
    testRunners: [...project.testRunners],
    formatters: [...project.formatters],
    linters: [...project.linters],
    buildTools: [...project.buildTools],
    commands: { ...commands },
  };
}

export function describeWorkspaces({ workspaces }: DetectedProjects): WorkspaceValue[] {
  return workspaces.map(({ tool, root, members }) => ({
    tool,
    path: root.folder.display,
    members: members
      .slice(0, MAX_MEMBERS)
      .map(({ folder, name }) => ({ path: folder.display, ...optional('name', name) })),
    total: members.length,
  }));
}

const MAX_MEMBERS = 200;
