import { artifactOwnerOf, coreErrors, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import type { ConfinedCommand, ConfinedEnding, Processes, ProgramOptions } from '@ku0/agent-runtime-tools-processes';
import { workingFolder, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { ShellSettings } from '../shell-options.ts';
import { callEnvironment } from './call-environment.ts';
import { checkDanger } from './check-danger.ts';
import type { CommandLine } from './command-line.ts';
import { confine } from './confine.ts';
import { findShell } from './find-shell.ts';
import type { Shell } from './find-shell.ts';

export interface CommandRequest extends CommandLine {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A command that may be started: checked, in its folder, with its environment, confined where that is asked for. */
export interface PreparedCommand {
  readonly processes: Processes;
  readonly workspace: Workspace;
  readonly argv: string | readonly string[];
  readonly options: ProgramOptions;
  /** As a person would write it. */
  readonly text: string;
  readonly cwd: string;
  readonly shell: Shell;
  /** It is a shell that takes commands from its input. */
  readonly readsCommands: boolean;
  /** To be called when the command has ended; once is enough. Never rejects. */
  dispose(): Promise<void>;
  /** What the confinement has to say about how the command ended, to be asked after `dispose`. */
  explain(ended: ConfinedEnding): string | undefined;
}

/** Throws a ToolFailure for a command that may not or cannot be run. */
export async function prepareCommand(
  request: CommandRequest,
  settings: ShellSettings,
  context: ToolContext,
): Promise<PreparedCommand> {
  const { workspace, processes } = servicesOf(context);
  const shell = await findShell(settings.shell);
  const cwd = await workingFolder(workspace, { cwd: context.cwd, asked: request.cwd });
  const { env, allowEnv } = callEnvironment(request.env, settings, context);
  const { readsCommands } = await checkDanger(request, { cwd, dialect: shell.dialect });
  const { command, args } = request;
  const { inheritEnv } = settings;
  const common = {
    processes,
    workspace,
    cwd,
    shell,
    readsCommands,
    text: commandText(request),
  };
  const options: ProgramOptions = {
    cwd,
    env,
    allowEnv,
    owner: artifactOwnerOf(context),
    ...(inheritEnv !== undefined && { inheritEnv }),
  };
  if (settings.sandbox === undefined) {
    const plain = { explain: () => undefined, dispose: () => Promise.resolve() };
    return args === undefined
      ? { ...common, ...plain, argv: command, options: { ...options, shell: shell.path } }
      : { ...common, ...plain, argv: [command, ...args], options };
  }
  const argv = args === undefined ? [shell.path, '-c', command] : [command, ...args];
  let disposed: Promise<void> | undefined;
  const confined = await confine({ argv, cwd, env, profile: settings.sandbox, workspace }, context);
  return {
    ...common,
    argv: [confined.file, ...confined.args],
    options: {
      ...options,
      env: confined.env,
      // They are the confinement's own, for the program that confines.
      allowEnv: Object.keys(confined.env),
      cwd: confined.cwd ?? cwd,
      ...(confined.inheritEnv !== undefined && { inheritEnv: confined.inheritEnv }),
    },
    dispose: () => (disposed ??= dispose(confined)),
    explain: (ended) => explained(confined, ended),
  };
}

/** A confinement that fails afterwards must not turn a command that ran into a failure. */
async function dispose(confined: ConfinedCommand): Promise<void> {
  try {
    await confined.dispose();
  } catch {
    // The confinement's own affair.
  }
}

function explained(confined: ConfinedCommand, ended: ConfinedEnding): string | undefined {
  try {
    return confined.explain?.(ended);
  } catch {
    return undefined;
  }
}

/** A handler that is called without its pack has no services. */
export function servicesOf({ services }: Pick<ToolContext, 'services'>): {
  readonly workspace: Workspace;
  readonly processes: Processes;
} {
  const { workspace, processes } = services;
  if (workspace !== undefined && processes !== undefined) return { workspace, processes };
  throw new ToolFailure(
    coreErrors.ENGINE_NOT_AVAILABLE({
      message: `Commands need the service ${workspace === undefined ? 'workspace' : 'processes'}.`,
      suggestion: 'Tell the person to register the pack, which says how to provide it.',
    }),
  );
}

/** A command as a person would write it. */
export function commandText({ command, args }: CommandLine): string {
  return args === undefined ? command : [command, ...args].map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
