import { artifactOwnerOf, coreErrors, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import { traceVariables } from '@ku0/agent-runtime-tools-processes';
import type { Processes } from '@ku0/agent-runtime-tools-processes';
import type { GitSettings } from '../git-options.ts';
import { BASE_ENVIRONMENT } from './git-environment.ts';
import { BYTE_ENCODING, toBytes } from './output-bytes.ts';

export interface GitCommand {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  /** git is stopped when it has printed more. Default 32 MB. */
  readonly maxBytes?: number;
}

export interface GitOutput {
  readonly stdout: Buffer;
  /** git was stopped because it printed more than `maxBytes`. */
  readonly truncated: boolean;
  /** Undefined if git was stopped. */
  readonly exitCode: number | undefined;
  /** The end of it. */
  readonly stderr: string;
}

/** Runs git. An exit code other than 0 is a result; throws a ToolFailure if git could not run or was cancelled. */
export async function runGit(command: GitCommand, settings: GitSettings, context: ToolContext): Promise<GitOutput> {
  const { maxBytes = MAX_BYTES } = command;
  const enough = new AbortController();
  const chunks: Buffer[] = [];
  let size = 0;
  let reportedAt = performance.now();
  const env = { ...BASE_ENVIRONMENT, ...traceVariables(context), ...settings.env, ...command.env };
  const result = await processesOf(context).run([settings.gitPath, '--no-pager', ...command.args], {
    cwd: command.cwd,
    env,
    allowEnv: Object.keys(env),
    encoding: BYTE_ENCODING,
    input: command.input ?? '',
    owner: artifactOwnerOf(context),
    signal: AbortSignal.any([context.signal, enough.signal]),
    timeoutMs: settings.timeout * 1000,
    maxOutputChars: MAX_MESSAGE_CHARS,
    onOutput: (stream, text) => {
      if (stream !== 'stdout' || size > maxBytes) return;
      chunks.push(toBytes(text));
      size += text.length;
      if (size > maxBytes) enough.abort();
      if (performance.now() - reportedAt < PROGRESS_MS) return;
      reportedAt = performance.now();
      context.emitProgress(size, undefined, `git ${command.args[0]}: ${size} bytes`);
    },
  });
  const isCut = enough.signal.aborted && !context.signal.aborted;
  if (!isCut && result.error !== undefined) throw new ToolFailure(startFailure(result.error, settings));
  return {
    stdout: Buffer.concat(chunks).subarray(0, maxBytes),
    truncated: isCut,
    exitCode: result.exitCode,
    stderr: toBytes(result.stderr).toString('utf8'),
  };
}

const MAX_BYTES = 32_000_000;
const MAX_MESSAGE_CHARS = 8000;
const PROGRESS_MS = 250;

function startFailure(error: ConstructorParameters<typeof ToolFailure>[0], { gitPath }: GitSettings) {
  if (error.code !== 'PROGRAM_NOT_FOUND') return error;
  return coreErrors.ENGINE_NOT_AVAILABLE({
    message: `The program ${gitPath} was not found.`,
    suggestion: 'Tell the person to install git, or to set gitPack({ gitPath }).',
  });
}

/** Throws if the service is missing, which happens when a tool is registered without its pack. */
function processesOf({ services: { processes } }: ToolContext): Processes {
  if (processes !== undefined) return processes;
  throw new ToolFailure(coreErrors.ENGINE_NOT_AVAILABLE({ message: 'The git tools need services.processes.' }));
}
