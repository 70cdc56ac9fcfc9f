import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import { allFilesResource } from '@ku0/agent-runtime-tools-workspace';
import { projectSettings } from '../project-options.ts';
import type { ProjectOptions } from '../project-options.ts';
import { runningCapabilities } from '../run/run-call.ts';
import { version } from '../version.ts';
import type { InstallPackageValue } from './install-package.ts';

/** The `install_package` tool without the rest of the pack. */
export function installPackageTool(options: ProjectOptions = {}) {
  const settings = projectSettings(options);
  return defineTool({
    name: 'install_package',
    description:
      'Adds packages to a project with its package manager (npm, pnpm, yarn, bun, uv, poetry, pip, cargo, go). Takes names of packages with ' +
      'versions, no addresses or options.',
    version,
    parameters: Type.Object({
      packages: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
        description: 'Names of packages, with a version if need be.',
        minItems: 1,
        maxItems: 50,
        examples: [['lodash@4.17.21']],
      }),
      dev: Type.Optional(Type.Boolean({ description: 'Needed for development only.', default: false })),
      manager: Type.Optional(
        Type.Enum(['npm', 'pnpm', 'yarn', 'bun', 'uv', 'poetry', 'pip', 'cargo', 'go'], {
          description: 'The package manager. Default: what the project uses.',
        }),
      ),
      path: Type.Optional(
        Type.String({
          description: 'The folder of the project, relative to the workspace root.',
          default: '.',
          examples: ['packages/app'],
        }),
      ),
    }),
    output: Type.Object({
      manager: Type.String(),
      project: Type.String(),
      command: Type.String(),
      changed: Type.Array(Type.String({ description: 'A manifest or lock file that has another content now.' })),
      diff: Type.String(),
      output: Type.String({ description: 'What the package manager printed.' }),
      duration: Type.Integer({ description: 'In milliseconds.' }),
      undo: Type.String({ description: 'How to take it back.' }),
      notes: Type.Optional(Type.Array(Type.String())),
    }),
    capabilities: runningCapabilities,
    requiresApproval: true,
    limits: { timeoutMs: 660_000, graceMs: 10_000 },
    resources: () => [allFilesResource('write')],
    dryRun: async (params, context) => {
      const { planInstallPackage } = await import('./install-package.ts');
      return ok(await planInstallPackage(params, { settings, context }));
    },
    execute: async (params, context) => {
      const { installPackage } = await import('./install-package.ts');
      return ok(await installPackage(params, { settings, context }));
    },
    toModelOutput: (value) => [{ type: 'text', text: textOf(value).join('\n') }],
    preview: (result, maxLines) => (result.ok ? textOf(result.value) : [result.error.message]).slice(0, maxLines),
  });
}

function textOf({ manager, project, changed, output, undo, notes = [] }: InstallPackageValue): string[] {
  return [
    `Installed with ${manager} in ${printable(project)}. Changed: ${changed.map((path) => printable(path)).join(', ') || 'nothing that is watched'}.`,
    ...notes.map((note) => `[${printable(note)}]`),
    `To take it back: ${undo}`,
    printable(output, { multiline: true }),
  ];
}
