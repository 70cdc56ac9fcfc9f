import { unlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { coreErrors } from '@ku0/agent-runtime-tools-core';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import type { Processes } from '@ku0/agent-runtime-tools-processes';
import { inheritableDescriptors } from '@ku0/agent-runtime-tools-processes';
import { canReadTree } from '../../limits/tree-usage.ts';
import { Watchdog } from '../../limits/watchdog.ts';
import { sandboxErrors } from '../../errors.ts';
import { seccompFilter } from '../../seccomp/seccomp-filter.ts';
import type { ConfinedPlan, PreparedRun, SandboxDriver } from '../driver.ts';
import { findProgram } from './find-program.ts';
import { processLimit, startLimits } from './limit-arguments.ts';
import { PrivateFolder } from './private-folder.ts';
import { probe } from './probe.ts';
import { RunCgroup, findCgroupParent, isMachineRoot, removeStaleCgroups } from './process-cgroup.ts';
import type { CgroupParent } from './process-cgroup.ts';
import { DESCRIPTORS, memoryFolders, bubblewrapArguments } from './bubblewrap-arguments.ts';
import { isStillBubblewrap, readStatus } from './run-status.ts';
import { startFlags, scriptForHiddenDescriptors, scriptForInheritedDescriptors } from './start-script.ts';
import type { StartScript } from './start-script.ts';
import { systemMounts } from './system-mounts.ts';
import type { SystemMounts } from './system-mounts.ts';

export interface DriverOptions {
  readonly processes: Processes;
  readonly unixSockets: boolean;
  readonly node: string;
  readonly python?: string;
  readonly searchPath?: readonly string[];
}

export function createBubblewrapDriver(options: DriverOptions): SandboxDriver {
  return new BubblewrapDriver(options);
}

/** Everything that all runs share. Created by the first run. */
interface Engine {
  readonly bwrap: string;
  readonly prlimit: string;
  readonly inheritable: readonly number[];
  /** How a run starts if the caller hides the inheritable descriptors, and how if it does not. */
  readonly hiddenStart: Start;
  readonly inheritedStart: Start;
  readonly filter: string;
  readonly folder: PrivateFolder;
  readonly system: SystemMounts;
  /** The parent of the runs' control groups, which limit processes for root; the kernel ignores other limits for root. */
  readonly cgroups: CgroupParent | undefined;
  /** Control groups that could not be removed yet. */
  readonly pendingGroups: Set<RunCgroup>;
}

/** A start script with the full path of its shell. */
interface Start extends Omit<StartScript, 'shell'> {
  readonly shell: string;
}

class BubblewrapDriver implements SandboxDriver {
  readonly engine = 'bubblewrap';
  readonly #options: DriverOptions;
  #engine: Engine | undefined;
  #checking: Promise<ToolError | undefined> | undefined;

  constructor(options: DriverOptions) {
    this.#options = options;
  }

  async check(): Promise<ToolError | undefined> {
    this.#checking ??= this.#probe();
    const error = await this.#checking;
    // Check again next time: the missing program may be installed by then.
    if (error !== undefined) this.#checking = undefined;
    return error;
  }

  async prepare(plan: ConfinedPlan): Promise<PreparedRun | { readonly error: ToolError }> {
    const unavailable = await this.check();
    if (unavailable !== undefined) return { error: unavailable };
    try {
      const engine = this.#engine ?? this.#open();
      return 'code' in engine ? { error: engine } : prepareRun(plan, engine);
    } catch (error) {
      return { error: sandboxErrors.SANDBOX_FAILED({ message: `The sandbox could not be set up: ${String(error)}` }) };
    }
  }

  async shutdown(): Promise<void> {
    const engine = this.#engine;
    this.#engine = undefined;
    this.#checking = undefined;
    if (engine === undefined) return;
    engine.folder.remove();
    for (let tries = 0; tries < 20 && engine.pendingGroups.size > 0; tries += 1) {
      removePendingGroups(engine);
      if (engine.pendingGroups.size > 0) await sleep(25);
    }
  }

  async #probe(): Promise<ToolError | undefined> {
    try {
      const engine = this.#engine ?? this.#open();
      if ('code' in engine) return engine;
      this.#engine = engine;
      const { processes } = this.#options;
      return await probe({
        folder: engine.folder,
        processes,
        prepare: (plan) => prepareRun(plan, engine),
      });
    } catch (error) {
      return missing(`The test run failed: ${String(error)}.`, 'fix the cause named in the message.', 'failed');
    }
  }

  #open(): Engine | ToolError {
    const { searchPath, unixSockets, node, python } = this.#options;
    const bwrap = findProgram('bwrap', searchPath);
    if (bwrap === undefined) return missing('bubblewrap is not installed.', INSTALL_BUBBLEWRAP, 'no-bubblewrap');
    const prlimit = findProgram('prlimit', searchPath);
    if (prlimit === undefined) return missing('prlimit is not installed.', INSTALL_PRLIMIT, 'no-prlimit');
    const filter = seccompFilter({ unixSockets });
    if (filter === undefined) return missing(`There is no filter for ${process.arch}.`, OTHER_MACHINE, 'architecture');
    if (!canReadTree()) return missing('The kernel does not list children of processes.', OTHER_KERNEL, 'kernel');
    const cgroups = isMachineRoot() ? findCgroupParent() : undefined;
    if (cgroups === undefined && isMachineRoot()) return missing(ROOT_UNLIMITED, NOT_AS_ROOT, 'process-limit');
    if (cgroups !== undefined) removeStaleCgroups(cgroups);
    const inheritable = inheritableDescriptors();
    const [hiddenStart, inheritedStart] = [
      scriptForHiddenDescriptors(inheritable),
      scriptForInheritedDescriptors(inheritable),
    ].map(resolveShell);
    if (hiddenStart === undefined || inheritedStart === undefined) {
      return missing('There is no shell to start it with.', 'install bash.', 'no-shell');
    }
    const folder = new PrivateFolder();
    const system = systemMounts({ folder, node, ...(python !== undefined && { python }) });
    const kept = { filter: folder.write('filter', filter), cgroups, pendingGroups: new Set<RunCgroup>() };
    return { bwrap, prlimit, inheritable, hiddenStart, inheritedStart, folder, system, ...kept };
  }
}

const INSTALL_BUBBLEWRAP =
  'install bubblewrap with the system\'s package manager, such as "apt-get install bubblewrap", "dnf install bubblewrap" or "apk add bubblewrap".';
const INSTALL_PRLIMIT = "install util-linux with the system's package manager.";
const ROOT_UNLIMITED = "The kernel does not limit root's processes, and there is no writable control group to do it.";
const NOT_AS_ROOT = 'run this as an ordinary user, or make the pids controller of /sys/fs/cgroup writable.';
const OTHER_MACHINE = 'the sandbox works on x64 and arm64.';
const OTHER_KERNEL = 'use a kernel built with CONFIG_PROC_CHILDREN.';

function missing(what: string, fix: string, reason: string): ToolError {
  return coreErrors.ENGINE_NOT_AVAILABLE({
    message: `The sandbox is not available, so nothing was run. ${what}`,
    suggestion: `Tell the person: ${fix}`,
    details: { reason },
  });
}

function resolveShell(start: StartScript): Start | undefined {
  const shell = findProgram(start.shell);
  return shell === undefined ? undefined : { ...start, shell };
}

/** Writes the files of a run and starts watching its limits. */
function prepareRun(plan: ConfinedPlan, engine: Engine): PreparedRun {
  const { folder, system } = engine;
  const { shell, text, emptyDescriptors } = plan.descriptorsHidden ? engine.hiddenStart : engine.inheritedStart;
  const name = folder.nextName();
  const files: Record<string, string> = {};
  for (const [inside, content] of Object.entries(plan.files)) {
    if (!/^\w[\w.-]*$/.test(inside)) throw new TypeError(`${inside} is not a plain file name.`);
    files[inside] = folder.write(`${name}-${inside}`, content);
  }
  const given = bubblewrapArguments(plan, { system, folder, files });
  const list = folder.write(`${name}.arguments`, given.map((argument) => `${argument}\0`).join(''));
  const status = `${folder.path}/${name}.status`;
  const group = engine.cgroups && new RunCgroup(engine.cgroups, `${folder.id}-${name}`, plan.limits.processes);
  const watchdog = new Watchdog({
    limits: plan.limits,
    folders: plan.profile.writable ? [...plan.view.roots, ...plan.writable].map(({ path }) => path) : [],
    memoryFolders: memoryFolders(plan.limits),
    sharesNetwork: plan.profile.network,
    findRoot: () => {
      const { firstProcess } = readStatus(status);
      return firstProcess !== undefined && isStillBubblewrap(firstProcess) ? firstProcess : undefined;
    },
    ...(group !== undefined && { listTasks: () => group.tasks() }),
  });
  return {
    file: shell,
    hideDescriptors: engine.inheritable,
    args: [
      ...startFlags(shell),
      '-c',
      text,
      'sandbox',
      list,
      status,
      engine.filter,
      group?.joinFile ?? '',
      ...startLimits(plan, shell),
      engine.bwrap,
      '--args',
      String(DESCRIPTORS.arguments),
      ...emptyDescriptors.flatMap((descriptor) => ['--args', String(descriptor)]),
      // The program follows, even if its name looks like an option.
      '--',
      ...(group === undefined ? [engine.prlimit, ...processLimit(plan), '--'] : []),
      ...plan.argv,
    ],
    // Programs outside the sandbox are started by their full paths, so no PATH is needed.
    env: {},
    get limitHit() {
      return watchdog.hit;
    },
    settle() {
      watchdog.stop();
      const { exitCode } = readStatus(status);
      for (const path of [list, status, ...Object.values(files)]) removeFile(path);
      if (group !== undefined) engine.pendingGroups.add(group);
      removePendingGroups(engine);
      return Promise.resolve({ exitCode });
    },
  };
}

/** The file may be missing: a run that was not started has no status file, and a shutdown removes the whole folder. */
function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // The file does not exist.
  }
}

/** A group with processes that are still exiting cannot be removed; the next run or the shutdown tries again. */
function removePendingGroups({ pendingGroups }: Engine): void {
  for (const group of pendingGroups) if (group.remove()) pendingGroups.delete(group);
}
