import { dirname, join } from 'node:path';
import { artifactOwnerOf, coreErrors, printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { DryRun } from '@ku0/agent-runtime-tools-core';
import { cleanText, LiveOutput, traceVariables } from '@ku0/agent-runtime-tools-processes';
import { requireWorkspace } from '@ku0/agent-runtime-tools-workspace';
import type { Project } from '../detect/project.ts';
import { projectErrors } from '../errors.ts';
import { requireProgram } from '../run/find-program.ts';
import { findProjects } from '../run/find-project.ts';
import { originOf, PLAIN_VARIABLES, processesOf } from '../run/run-call.ts';
import type { RunCall } from '../run/run-call.ts';
import { MANAGERS } from './managers.ts';
import type { Manager } from './managers.ts';

export interface InstallPackageParams {
  readonly packages: readonly string[];
  readonly dev?: boolean;
  readonly manager?: string;
  readonly path?: string;
}

export interface InstallPackageValue {
  manager: string;
  project: string;
  command: string;
  /** Manifests and lock files that have another content now. */
  changed: string[];
  diff: string;
  output: string;
  /** In milliseconds. */
  duration: number;
  /** How to take it back. */
  undo: string;
  notes?: string[];
}

/** Adds packages to a project with its package manager. Throws a ToolFailure. */
export async function installPackage(params: InstallPackageParams, call: RunCall): Promise<InstallPackageValue> {
  const { context, settings } = call;
  const { manager, project, program, args, watched } = await planInstall(params, call);
  const workspace = requireWorkspace(context);
  const live = new LiveOutput(context.emitOutput);
  const {
    value: run,
    change,
    warnings,
  } = await workspace.capture(
    () =>
      processesOf(context).run([program, ...args], {
        cwd: project.folder.path,
        env: {
          ...PLAIN_VARIABLES,
          ...traceVariables(context),
          ...(settings.allowInstallScripts ? {} : manager.env),
          ...settings.env,
        },
        allowEnv: [...Object.keys(settings.env), ...Object.keys(manager.env ?? {})],
        owner: artifactOwnerOf(context),
        signal: context.signal,
        timeoutMs: MAX_SECONDS * 1000,
        maxOutputChars: MAX_OUTPUT_CHARS,
        interleave: true,
        onOutput: (stream, text) => live.push(stream, text),
      }),
    { paths: watched, ...originOf(context) },
  );
  live.end();
  if (run.error !== undefined) throw new ToolFailure(run.error);
  const output = cleanText(run.all ?? run.stdout).trim();
  const changed = change.files.map(({ path }) => path);
  if (run.exitCode !== 0)
    throw new ToolFailure(
      projectErrors.INSTALL_FAILED({
        message: `${manager.name} failed with exit code ${run.exitCode ?? 'unknown'}: ${output.slice(-2000)}`,
        details: { manager: manager.name, changed },
      }),
    );
  const diffs = change.id === '' ? [] : ((await workspace.changeDiff(change.id)) ?? []);
  const notes = [
    ...warnings,
    ...(settings.allowInstallScripts ? [] : ['Install scripts of packages were not run.']),
    ...(manager.name === 'pip'
      ? ['pip changes no manifest: add the packages to requirements.txt or pyproject.toml.']
      : []),
  ];
  return {
    manager: manager.name,
    project: project.folder.display,
    command: printable([manager.program, ...args].join(' ')),
    changed,
    diff: diffs
      .map((file) => file.diff)
      .join('')
      .slice(0, MAX_DIFF_CHARS),
    output,
    duration: Math.round(run.durationMs),
    undo:
      changed.length === 0
        ? 'Remove the packages with the package manager.'
        : 'Call undo_change for the manifest and the lock file, then let the package manager install again.',
    ...(notes.length > 0 && { notes }),
  };
}

/** What the call would run. */
export async function planInstallPackage(params: InstallPackageParams, call: RunCall): Promise<DryRun> {
  const { manager, project, args } = await planInstall(params, call);
  return {
    summary: `Would add ${params.packages.join(', ')} to ${project.folder.display} with ${manager.name}${call.settings.allowInstallScripts ? ', and run install scripts' : ', without install scripts'}.`,
    changes: [
      { kind: 'execute', target: printable([manager.program, ...args].join(' ')) },
      {
        kind: 'modify',
        target: `${project.folder.display === '.' ? '' : `${project.folder.display}/`}${project.manifest}`,
      },
    ],
  };
}

const MAX_SECONDS = 600;
const MAX_OUTPUT_CHARS = 10_000;
const MAX_DIFF_CHARS = 50_000;

interface InstallPlan {
  readonly manager: Manager;
  readonly project: Project;
  readonly program: string;
  readonly args: readonly string[];
  /** Absolute paths of manifests and lock files. */
  readonly watched: readonly string[];
}

async function planInstall(params: InstallPackageParams, { context, settings }: RunCall): Promise<InstallPlan> {
  const { packages, dev = false, manager: asked, path = '.' } = params;
  const place = await findProjects(path, context);
  if (!place.isFolder)
    throw new ToolFailure(coreErrors.VALIDATION_ERROR({ message: 'path is the folder of a project.' }));
  for (const project of place.projects) {
    const manager = MANAGERS.find(({ name, type }) => type === project.type && name === (asked ?? managerOf(project)));
    if (manager === undefined) continue;
    for (const name of packages) checkName(name, manager, settings.allowPackageSources);
    const { program: wanted, place: where } = manager;
    const program = await requireProgram(wanted, { folder: project.folder.path, root: place.root, place: where });
    const args = manager.args({ packages, dev, allowScripts: settings.allowInstallScripts });
    return { manager, project, program, args, watched: watchedFiles(project.folder.path, place.root, manager) };
  }
  throw new ToolFailure(
    projectErrors.NO_PACKAGE_MANAGER({
      message: `No package manager was found for ${path}${asked === undefined ? '' : ` that is ${asked}`}.`,
      suggestion: `Known managers: ${MANAGERS.map(({ name }) => name).join(', ')}.`,
    }),
  );
}

function managerOf({ type, packageManager }: Project): string | undefined {
  if (type === 'rust') return 'cargo';
  if (type === 'go') return 'go';
  return packageManager ?? (type === 'python' ? 'pip' : undefined);
}

/** An option, an address, a folder or a repository could bring any code, from anywhere. */
function checkName(name: string, { name: manager, packageName }: Manager, allowSources: boolean): void {
  if (!name.startsWith('-') && (allowSources || packageName.test(name))) return;
  throw new ToolFailure(
    projectErrors.PACKAGE_NOT_ALLOWED({
      message: `${printable(name)} is not the name of a package that ${manager} takes from its registry.`,
      details: { package: name },
    }),
  );
}

/** In a monorepo the lock file lies above the package. */
function watchedFiles(folder: string, root: string, { files }: Manager): string[] {
  const paths: string[] = [];
  for (let at = folder; at === root || at.startsWith(`${root}/`); at = dirname(at)) {
    paths.push(...files.map((name) => join(at, name)));
    if (at === dirname(at)) break;
  }
  return paths;
}
