import { createProcesses, type Processes, type RunResult } from '@ku0/agent-runtime-tools-processes';
import { HookError } from '../errors.ts';
import type { HookConfig, HookInput, HookResult, HookType } from './hook-config.ts';
import { matchesPattern } from '../matches-pattern.ts';

export interface HookExecutorOptions {
  /** Starts the commands. Default: a service of its own for each run. */
  readonly processes?: Processes;
  /** The folder that commands run in. Default: the process's. */
  readonly cwd?: string;
}

/** Runs the commands of hooks, in the order of their registration. Output that is not JSON is text for the conversation. */
export class HookExecutor {
  readonly #hooks: HookConfig[] = [];
  readonly #options: HookExecutorOptions;

  constructor(options: HookExecutorOptions = {}) {
    this.#options = options;
  }

  register(config: HookConfig): void {
    this.#hooks.push(config);
  }

  /** Runs the matching hooks until one cancels, and merges their results. Rejects if a command fails or takes too long. */
  async execute(type: HookType, input: HookInput, toolName: string): Promise<HookResult> {
    const matching = this.#hooks.filter((hook) => hook.type === type && matchesPattern(toolName, hook.toolPatterns));
    const combined: HookResult = {};
    for (const hook of matching) {
      const result = await runHook(hook, input, this.#options);
      const contexts = [combined.contextModification, result.contextModification];
      Object.assign(combined, result, { contextModification: contexts.filter(Boolean).join('\n') });
      if (result.cancel) break;
    }
    return combined;
  }
}

/** Runs one hook's command. */
export async function runHook(
  hook: Pick<HookConfig, 'name' | 'command' | 'timeoutMs'>,
  input: HookInput,
  { processes, cwd }: HookExecutorOptions = {},
): Promise<HookResult> {
  const service = processes ?? createProcesses();
  try {
    const run = await service.run(hook.command, {
      shell: true,
      input: JSON.stringify(input, errorsAsData),
      timeoutMs: hook.timeoutMs,
      maxOutputChars: MAX_OUTPUT_CHARS,
      ...(cwd !== undefined && { cwd }),
    });
    requireSuccess(hook, run);
    return parseResult(run.stdout);
  } finally {
    if (processes === undefined) await service.shutdown();
  }
}

const MAX_OUTPUT_CHARS = 1_000_000;

function requireSuccess({ name, timeoutMs }: Pick<HookConfig, 'name' | 'timeoutMs'>, run: RunResult): void {
  if (run.status === 'timed-out') throw new HookError(name, `Hook ${name} timed out after ${timeoutMs}ms`);
  if (run.status === 'exited' && run.exitCode === 0) return;
  const ending = run.exitCode === undefined ? (run.error?.message ?? run.status) : `exit code ${run.exitCode}`;
  const stderr = run.stderr.trim();
  throw new HookError(name, `Hook ${name} failed: ${ending}${stderr === '' ? '' : `: ${stderr}`}`);
}

function parseResult(stdout: string): HookResult {
  try {
    const parsed: unknown = JSON.parse(stdout);
    if (isHookResult(parsed)) return parsed;
  } catch {
    // Not JSON.
  }
  return { contextModification: stdout };
}

/** An `Error` would be `{}` in JSON. */
function errorsAsData(_key: string, value: unknown): unknown {
  return value instanceof Error ? { ...value, name: value.name, message: value.message } : value;
}

function isHookResult(value: unknown): value is HookResult {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
