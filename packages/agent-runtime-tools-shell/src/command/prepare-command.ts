import { artifactOwnerOf, coreErrors, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import type { ConfinedCommand, ConfinedEnding, Processes, ProgramOptions } from '@ku0/agent-runtime-tools-processes';
import { workingFolder, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { ShellSettings } from '../shell-options.ts';
import { callEnvironment } from './call-environment.ts';
import { checkDanger } from './check-danger.ts';
import type { CommandLine, CommandRequest } from './command-request.ts';
import { confine } from './confine.ts';
import { findShell } from './find-shell.ts';
import type { Shell } from './find-shell.ts';

/** A checked command, ready to be started: with its folder and environment, and confined if the settings say so. */
export interface PreparedCommand {
  readonly processes: Processes;
  readonly workspace: Workspace;
  readonly argv: string | readonly string[];
  readonly options: ProgramOptions;
  /** The command as a person would write it. */
  readonly text: string;
  readonly cwd: string;
  readonly shell: Shell;
  /** Whether it is a shell that reads commands from its input. */
  readonly readsCommandsFromInput: boolean;
  /** To be called when the command has ended. Further calls have no effect. Never rejects. */
  dispose(): Promise<void>;
  /** The note of the confinement about how the command ended. Call it after `dispose`. */
  explain(ended: ConfinedEnding): string | undefined;
}

/** Throws a ToolFailure if the command is refused or cannot be run. */
export async function prepareCommand(
  request: CommandRequest,
  settings: ShellSettings,
  context: ToolContext,
): Promise<PreparedCommand> {
  const { workspace, processes } = servicesOf(context);
  const shell = await findShell(settings.shell);
  const cwd = await workingFolder(workspace, { cwd: context.cwd, asked: request.cwd });
  const { env, allowEnv } = callEnvironment(request.env, settings, context);
  const { readsCommandsFromInput } = await checkDanger(request, { cwd, dialect: shell.dialect });
  const { command, args } = request;
  const { inheritEnv } = settings;
  const common = {
    processes,
    workspace,
    cwd,
    shell,
    readsCommandsFromInput,
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
      // The confinement chose these variables for its own program.
      allowEnv: Object.keys(confined.env),
      cwd: confined.cwd ?? cwd,
      ...(confined.inheritEnv !== undefined && { inheritEnv: confined.inheritEnv }),
    },
    dispose: () => (disposed ??= dispose(confined)),
    explain: (ended) => explainEnding(confined, ended),
  };
}

/** A failure of the confinement after the end must not turn a successful command into an error. */
async function dispose(confined: ConfinedCommand): Promise<void> {
  try {
    await confined.dispose();
  } catch {
    // The command has ended; there is nothing to be done.
  }
}

function explainEnding(confined: ConfinedCommand, ended: ConfinedEnding): string | undefined {
  try {
    return confined.explain?.(ended);
  } catch {
    return undefined;
  }
}

/** Throws if a service is missing, which happens when a tool is registered without its pack. */
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

/** The command as a person would write it. */
export function commandText({ command, args }: CommandLine): string {
  return args === undefined ? command : [command, ...args].map(quote).join(' ');
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
