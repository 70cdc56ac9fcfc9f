import { join, sep } from 'node:path';
import { ToolFailure, coreErrors } from '@ku0/agent-runtime-tools-core';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import { createProcesses, processErrors } from '@ku0/agent-runtime-tools-processes';
import type { ConfinementRequest, ConfinementResult, Processes } from '@ku0/agent-runtime-tools-processes';
import { workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import { createDriver } from './drivers/create-driver.ts';
import type { ConfinedPlan, PreparedRun, SandboxDriver } from './drivers/driver.ts';
import { sandboxErrors } from './errors.ts';
import { explainEnding } from './explain/explain-ending.ts';
import { limitNote } from './explain/limit-note.ts';
import { missingProgram, missingProgramNote } from './explain/missing-program.ts';
import { plantedNote } from './explain/planted-note.ts';
import { sandboxEnvironment } from './sandbox-environment.ts';
import { notStarted, executeRun } from './execute-run.ts';
import { COMMAND_LIMITS, DEFAULT_LIMITS, MAX_LIMITS, clampLimits } from './sandbox-limits.ts';
import type { AllowedLimits, SandboxLimits } from './sandbox-limits.ts';
import type { SandboxOptions } from './sandbox-options.ts';
import { parseProfile } from './sandbox-profile.ts';
import type { SandboxProfile } from './sandbox-profile.ts';
import type { SandboxCheck, SandboxRequest, SandboxResult } from './sandbox.ts';
import { resolveExtraPath, assertNotMoved, viewRoots } from './workspace-view/view-roots.ts';
import type { ExtraPath } from './workspace-view/view-roots.ts';
import { GuardedWorkspace } from './workspace-view/guarded-workspace.ts';
import type { GuardedRun } from './workspace-view/guarded-workspace.ts';
import type { ViewRoot } from './workspace-view/workspace-view.ts';

/** A run that is ready to start: its command is confined, the workspace guarded, the limits watched. */
export interface ReadyRun {
  readonly prepared: PreparedRun;
  readonly guarded: GuardedRun;
  readonly profile: SandboxProfile;
  readonly limits: SandboxLimits;
  readonly roots: readonly ViewRoot[];
}

/** The implementation of `Sandbox`. */
export class SandboxService {
  readonly #options: SandboxOptions;
  readonly #limits: AllowedLimits;
  readonly #commandLimits: AllowedLimits;
  readonly #processes: Processes;
  readonly #driver: SandboxDriver | { readonly error: ToolError };
  readonly #ending = new AbortController();
  #opened: Promise<Opened> | undefined;

  constructor(options: SandboxOptions) {
    this.#options = options;
    const { limits } = options;
    this.#limits = { defaults: { ...DEFAULT_LIMITS, ...limits }, max: { ...MAX_LIMITS, ...limits } };
    const commandLimits = { ...COMMAND_LIMITS, ...limits };
    this.#commandLimits = { defaults: commandLimits, max: commandLimits };
    this.#processes = options.processes ?? createProcesses();
    this.#driver = createDriver({
      processes: this.#processes,
      unixSockets: options.unixSockets ?? false,
      node: options.node ?? process.execPath,
      ...(options.python !== undefined && { python: options.python }),
      ...(options.searchPath !== undefined && { searchPath: options.searchPath }),
    });
  }

  async check(): Promise<SandboxCheck> {
    if ('error' in this.#driver) return { ok: false, error: this.#driver.error };
    const error = await this.#driver.check();
    return error === undefined ? { ok: true, engine: this.#driver.engine } : { ok: false, error };
  }

  async run(request: SandboxRequest): Promise<SandboxResult> {
    const ready = await this.#ready(request, { limits: this.#limits, descriptorsHidden: true });
    if ('error' in ready) return notStarted(ready.error);
    const signals = [this.#ending.signal, ...(request.signal === undefined ? [] : [request.signal])];
    return executeRun(ready, { request, signals, processes: this.#processes });
  }

  async wrap(request: ConfinementRequest): Promise<ConfinementResult> {
    const { argv, cwd, profile, signal } = request;
    const env: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.env)) if (value !== undefined) env[name] = value;
    const ready = await this.#ready(
      { argv, cwd, env, profile, spareMemoryMb: NODE_SPARE_MB, ...(signal && { signal }) },
      { limits: this.#commandLimits, descriptorsHidden: false },
    );
    if ('error' in ready) return { ok: false, error: ready.error };
    const { prepared, guarded } = ready;
    let planted: readonly string[] = [];
    return {
      ok: true,
      command: {
        file: prepared.file,
        args: prepared.args,
        env: prepared.env,
        inheritEnv: [],
        explain: (ended) => {
          const { limitHit, refused } = explainEnding(ended, ready.profile, prepared.limitHit);
          const limit = limitHit === undefined ? [] : [limitNote(limitHit)];
          const missing = ended.exitCode === 1 ? missingProgram(ended.stderr) : undefined;
          if (missing !== undefined) limit.push(missingProgramNote(missing));
          return [...limit, ...refused, ...planted].join('\n') || undefined;
        },
        dispose: async () => {
          await prepared.settle();
          planted = (await guarded.finish()).planted.map(plantedNote);
        },
      },
    };
  }

  async shutdown(): Promise<void> {
    this.#ending.abort();
    if (this.#options.processes === undefined) await this.#processes.shutdown();
    if (!('error' in this.#driver)) await this.#driver.shutdown();
  }

  /** Never rejects. */
  async #ready(request: SandboxRequest, allowed: AllowedSettings): Promise<ReadyRun | { readonly error: ToolError }> {
    try {
      if (request.signal?.aborted) return { error: coreErrors.CANCELLED() };
      const ready = await this.#prepare(request, {
        ...allowed,
        limits: clampLimits(allowed.limits, request.limits),
      });
      return 'error' in ready && this.#ending.signal.aborted ? { error: coreErrors.CANCELLED() } : ready;
    } catch (error) {
      if (request.signal?.aborted || this.#ending.signal.aborted) return { error: coreErrors.CANCELLED() };
      if (error instanceof ToolFailure) return { error: error.error };
      return { error: sandboxErrors.SANDBOX_FAILED({ message: `The sandbox could not be set up: ${String(error)}` }) };
    }
  }

  async #prepare(request: SandboxRequest, settings: RunSettings): Promise<ReadyRun | { readonly error: ToolError }> {
    const profile = parseProfile(request.profile ?? 'workspace-write');
    if (profile === undefined) {
      return { error: sandboxErrors.SANDBOX_PROFILE_UNKNOWN({ details: { profile: request.profile } }) };
    }
    if ((request.argv[0] ?? '') === '') {
      return { error: processErrors.INVALID_COMMAND({ message: 'There is no program to run.' }) };
    }
    const driver = this.#driver;
    if ('error' in driver) return driver;
    const env = sandboxEnvironment(request.env ?? {});
    const unavailable = await driver.check();
    if (unavailable !== undefined) return { error: unavailable };
    const { roots, guards, writable, readable } = await this.#open();
    for (const place of [...writable, ...readable, ...roots.map(({ path }) => ({ path, real: path }))])
      assertNotMoved(place);
    const cwd = workingFolderIn(roots, request.cwd);
    const guarded = await guards.begin({
      writable: profile.writable,
      trackChanges: request.trackChanges ?? false,
      ...(request.signal && { signal: request.signal }),
    });
    const prepared = await driver.prepare({
      argv: request.argv,
      cwd,
      env,
      profile,
      ...settings,
      view: guarded.view,
      writable,
      readable,
      spareMemoryMb: request.spareMemoryMb ?? 0,
      files: request.files ?? {},
    });
    if (!('error' in prepared)) return { prepared, guarded, profile, limits: settings.limits, roots };
    await guarded.finish();
    return prepared;
  }

  /** After a failure, the next run tries again. */
  async #open(): Promise<Opened> {
    this.#opened ??= this.#openRoots();
    try {
      return await this.#opened;
    } catch (error) {
      this.#opened = undefined;
      throw error;
    }
  }

  async #openRoots(): Promise<Opened> {
    const { workspace, writable = [], readable = [] } = this.#options;
    const places = { writable: writable.map(resolveExtraPath), readable: readable.map(resolveExtraPath) };
    const roots = await viewRoots(workspace);
    return { roots, guards: new GuardedWorkspace(workspace, roots), ...places };
  }
}

type RunSettings = Pick<ConfinedPlan, 'limits' | 'descriptorsHidden'>;
type AllowedSettings = Omit<RunSettings, 'limits'> & { readonly limits: AllowedLimits };

interface Opened {
  readonly roots: readonly ViewRoot[];
  readonly guards: GuardedWorkspace;
  readonly writable: readonly ExtraPath[];
  readonly readable: readonly ExtraPath[];
}

/** Node reserves this much address space at its start, and a command may start Node. */
const NODE_SPARE_MB = 1024;

function workingFolderIn(roots: readonly ViewRoot[], cwd: string | undefined): string {
  const first = roots[0]?.path ?? sep;
  if (cwd === undefined) return first;
  if (roots.some(({ path }) => cwd === path || cwd.startsWith(join(path, sep)))) return cwd;
  throw new ToolFailure(
    workspaceErrors.INVALID_PATH({ message: `The working directory ${cwd} is outside of the workspace.` }),
  );
}
