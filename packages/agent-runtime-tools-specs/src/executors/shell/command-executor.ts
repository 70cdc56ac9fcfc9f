import { resolve } from 'node:path';
import { artifactOwnerOf, coreErrors, fail, ok, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ToolContext, ToolResult } from '@ku0/agent-runtime-tools-core';
import type { ConfinedCommand, Processes, RunOptions, RunResult } from '@ku0/agent-runtime-tools-processes';
import { specErrors } from '../../errors.ts';
import { readConfig } from '../read-config.ts';
import type { PreparedTool, SpecExecutor, ToolArguments } from '../spec-executor.ts';
import { commandConfigSchema, type CommandConfig } from './command-config.ts';
import { prepareCommand, type PreparedCommand } from './prepared-command.ts';

export interface CommandExecutorOptions {
  /** The profile of the sandbox in which commands run whose spec names none. */
  readonly sandbox?: string;
}

/**
 * Runs commands of the kind `shell`. They are confined if their spec or the option names a profile, and also if the host
 * provides `services.confinement`; otherwise they run like any program of the host.
 */
export function shellExecutor(options: CommandExecutorOptions = {}): SpecExecutor {
  return new CommandExecutor('shell', options.sandbox);
}

/** Runs commands of the kind `sandbox`: always confined. Without `services.confinement`, calls fail. */
export function sandboxExecutor({ sandbox = DEFAULT_PROFILE }: CommandExecutorOptions = {}): SpecExecutor {
  return new CommandExecutor('sandbox', sandbox);
}

const DEFAULT_PROFILE = 'workspace-write';

class CommandExecutor implements SpecExecutor {
  readonly kind: string;
  readonly #profile: string | undefined;
  #processes: Promise<Processes> | undefined;

  constructor(kind: string, profile: string | undefined) {
    this.kind = kind;
    this.#profile = profile;
  }

  async prepare(...[spec, written]: Parameters<SpecExecutor['prepare']>): Promise<PreparedTool> {
    const config = readConfig(commandConfigSchema, written);
    const command = await prepareCommand(spec, config);
    return { execute: (args, context) => this.#execute({ command, config }, args, context) };
  }

  async shutdown(): Promise<void> {
    const processes = await this.#processes;
    this.#processes = undefined;
    await processes?.shutdown();
  }

  async #execute(
    { command, config }: { readonly command: PreparedCommand; readonly config: CommandConfig },
    args: ToolArguments,
    context: ToolContext,
  ): Promise<ToolResult> {
    const argv = command.argv(args);
    const input = command.input(args);
    const options: RunOptions = {
      cwd: resolve(context.cwd, config.cwd ?? '.'),
      env: config.env ?? {},
      signal: context.signal,
      // The coordinator sets the deadline.
      timeoutMs: Infinity,
      owner: artifactOwnerOf(context),
      callId: context.callId,
      onOutput: (_, text) => context.emitOutput(text),
      ...(input !== undefined && { input }),
      ...(context.services.artifacts !== undefined && { artifacts: context.services.artifacts }),
    };
    const processes = context.services.processes ?? (await this.#ownProcesses());
    const profile = config.sandbox ?? this.#profile ?? (context.services.confinement && DEFAULT_PROFILE);
    const ran =
      profile === undefined
        ? await processes.run(argv, options)
        : await runConfined(processes, { argv, options, profile }, context);
    return commandResult(ran, config);
  }

  #ownProcesses(): Promise<Processes> {
    this.#processes ??= import('@ku0/agent-runtime-tools-processes').then(({ createProcesses }) => createProcesses());
    return this.#processes;
  }
}

interface ConfinedRun {
  readonly argv: readonly string[];
  readonly options: RunOptions;
  readonly profile: string;
}

async function runConfined(
  processes: Processes,
  { argv, options, profile }: ConfinedRun,
  { services, signal, cwd }: ToolContext,
): Promise<RunResult> {
  const { confinement, workspace } = services;
  if (confinement === undefined) {
    throw new ToolFailure(
      coreErrors.ENGINE_NOT_AVAILABLE({
        message: `This command must run in the sandbox profile ${profile}, but there is no sandbox.`,
        suggestion: 'Tell the person to provide services: { confinement: createSandbox({ workspace }) }.',
      }),
    );
  }
  const roots = workspace === undefined ? [cwd] : await workspace.roots();
  const confined = await confinement.wrap({
    argv,
    cwd: options.cwd ?? cwd,
    env: options.env ?? {},
    profile,
    roots,
    signal,
  });
  if (!confined.ok) throw new ToolFailure(confined.error);
  const { command } = confined;
  try {
    return await processes.run([command.file, ...command.args], confinedOptions(command, options));
  } finally {
    await command.dispose();
  }
}

function confinedOptions({ env, cwd, inheritEnv }: ConfinedCommand, options: RunOptions): RunOptions {
  return {
    ...options,
    env,
    // The confinement chose these variables for its own program.
    allowEnv: Object.keys(env),
    ...(cwd !== undefined && { cwd }),
    ...(inheritEnv !== undefined && { inheritEnv }),
  };
}

function commandResult(ran: RunResult, { output = 'result', successExitCodes = [0] }: CommandConfig): ToolResult {
  const { stdout, stderr, exitCode, artifact } = ran;
  const metadata = artifact === undefined ? {} : { artifacts: [artifact] };
  if (ran.status !== 'exited' || exitCode === undefined) {
    const ending = ran.signal === undefined ? 'did not run to its end' : `was ended by ${ran.signal}`;
    return fail(ran.error ?? specErrors.COMMAND_FAILED({ message: `The command ${ending}.`, details: { stderr } }));
  }
  if (!successExitCodes.includes(exitCode)) {
    const printed = [stderr.trim(), stdout.trim()].filter(Boolean).join('\n').slice(0, MAX_SHOWN);
    const message = `The command ended with exit code ${exitCode}${printed === '' ? '.' : `: ${printed}`}`;
    return fail(specErrors.COMMAND_FAILED({ message, details: { exitCode, stdout, stderr } }));
  }
  if (output === 'text') return ok(stdout, metadata);
  if (output === 'result') return ok({ exitCode, stdout, stderr }, metadata);
  try {
    return ok(JSON.parse(stdout) as unknown, metadata);
  } catch {
    return fail(specErrors.RESULT_INVALID({ message: 'The command did not print JSON.', details: { stdout } }));
  }
}

const MAX_SHOWN = 4_000;
