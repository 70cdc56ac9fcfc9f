import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ApprovalGate, FileApprovalStore, approval } from '@ku0/agent-runtime-tools-approval';
import { ToolCoordinator, type ExecuteOptions, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { filesPack } from '@ku0/agent-runtime-tools-files';
import { shellPack } from '@ku0/agent-runtime-tools-shell';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { ALLOWED_FAILURES } from './allowed-failures.ts';
import type { Bait, HostMessage, HostOrder } from './messages.ts';
import { openDescriptors } from './open-descriptors.ts';
import { Random } from './random.ts';

// One server process of the soak. Many principals work at the same time: each performs random actions on its own files and
// commands, checks that all results carry its own mark, and tries to access what belongs to others.

const [root = '', state = '', name = '', seed = '1', principals = '200'] = process.argv.slice(2);
const random = new Random(Number(seed));
const store = new FileApprovalStore({ file: join(state, 'approvals.json') });
const gate = new ApprovalGate({ store, timeoutMs: 20_000 });
const retention = {
  maxBytes: 64 * 1024 * 1024,
  maxArtifactBytes: 32 * 1024 * 1024,
  maxArtifacts: 500,
  maxTotalChanges: 3000,
};
const workspace = createWorkspace({ roots: [root], state, retention });
const tools = new ToolCoordinator({
  services: { workspace },
  guards: { repeatedCalls: { same: 1000, alternating: 1000 } },
})
  .use(approval({ gate, store, permissions: { allow: ['Bash(echo *)', 'Bash(seq *)', 'Edit(**)'] } }))
  .registerPack(filesPack())
  .registerPack(shellPack());

const baits: Bait[] = [];
let calls = 0;
const finishing = new AbortController();

process.on('message', (order: HostOrder) => {
  if (order.kind === 'finish') finishing.abort();
  else if (baits.push(order.bait) > 200) baits.shift();
});

tools.activity.subscribe('tool_call_end', ({ principal, taskId, data }) => {
  const marks = JSON.stringify(data.result ?? '').match(/mark:u\d+/g) ?? [];
  for (const mark of marks)
    if (mark !== `mark:${principal?.id}`) violation(`an event of ${principal?.id}/${taskId} has ${mark}`);
});

/** One user in this process, with a task, a folder and files of its own. */
class User {
  readonly id: string;
  readonly mark: string;
  readonly options: ExecuteOptions;
  readonly #folder: string;
  /** What each file should hold, newest last. */
  readonly #contents: { path: string; before: string | undefined; after: string }[] = [];
  readonly #now = new Map<string, string>();
  #count = 0;

  constructor(index: number) {
    this.id = `u${index}`;
    this.mark = `mark:${this.id}`;
    this.#folder = `${this.id}/${name}`;
    // The task has the same name for everybody: it is the principal that keeps them apart.
    this.options = { principal: { id: this.id }, taskId: `task-${name}` };
  }

  async step(): Promise<void> {
    const chance = random.next();
    if (chance < 0.25) await this.write();
    else if (chance < 0.4) await this.read();
    else if (chance < 0.5) await this.undo();
    else if (chance < 0.6) await this.listChanges();
    else if (chance < 0.68) await this.echo();
    else if (chance < 0.74) await this.artifact();
    else if (chance < 0.82) await this.background();
    else if (chance < 0.92) await this.approve();
    else if (chance < 0.98) await this.trespass();
    else await this.endTask();
  }

  async write(): Promise<void> {
    const path = `${this.#folder}/${random.below(4)}.txt`;
    const after = `${this.mark} ${this.#count++} ${'x'.repeat(random.below(4000))} end\n`;
    const result = await this.call('write_file', { path, content: after });
    if (!result.ok) return this.fail('write_file', result);
    this.#contents.push({ path, before: this.#now.get(path), after });
    this.#now.set(path, after);
  }

  async read(): Promise<void> {
    const [path, content] = random.pick([...this.#now, ['', '']] as const);
    if (path === '') return;
    const result = await this.call('read_file', { path });
    if (!result.ok) return this.fail('read_file', result);
    if ((result.value as { content: string }).content !== content)
      violation(`${this.id} read something else in ${path}`);
  }

  async undo(): Promise<void> {
    const last = this.#contents.at(-1);
    const result = await this.call('undo_change', {}, true);
    if (!result.ok) return this.fail('undo_change', result);
    const { restored } = result.value as { restored: string[] };
    if (restored.length === 0) return;
    if (last === undefined || restored.length !== 1 || restored[0] !== last.path)
      return violation(`${this.id} undid ${restored.join()} instead of ${last?.path}`);
    this.#contents.pop();
    if (last.before === undefined) this.#now.delete(last.path);
    else this.#now.set(last.path, last.before);
  }

  async listChanges(): Promise<void> {
    const result = await this.call('list_changes', { limit: 50 });
    if (!result.ok) return this.fail('list_changes', result);
    const { changes } = result.value as { changes: { files: string[] }[] };
    const foreign = changes.flatMap(({ files }) => files).filter((file) => !file.startsWith(`${this.id}/`));
    if (foreign.length > 0) violation(`${this.id} is shown the changes of ${foreign.join()}`);
  }

  async echo(): Promise<void> {
    const result = await this.call('bash', { command: `echo ${this.mark}` });
    if (!result.ok) return this.fail('bash', result);
    if (!JSON.stringify(result.value).includes(this.mark)) violation(`${this.id} has lost its output`);
  }

  async artifact(): Promise<void> {
    const result = await this.call('bash', { command: `echo ${this.mark}; seq 1 20000` });
    const id = result.metadata.artifacts?.[0]?.id;
    if (!result.ok || id === undefined) return this.fail('artifact', result);
    const read = await this.call('read_artifact', { id, limit: 100 });
    if (!read.ok) return this.fail('read_artifact', read);
    if (!(read.value as { text: string }).text.includes(this.mark)) violation(`${this.id} reads another's artifact`);
    return tell({ kind: 'bait', bait: { principalId: this.id, what: 'artifact', id } });
  }

  async background(): Promise<void> {
    const listed = await this.call('list_commands', {});
    const commands = listed.ok ? (listed.value as { commands: { commandId: string; command: string }[] }).commands : [];
    for (const { command } of commands)
      if (!command.includes(this.mark)) violation(`${this.id} is shown the command ${command}`);
    const [old] = commands;
    if (old !== undefined && random.next() < 0.5) {
      await this.call('stop_command', { commandId: old.commandId });
      return;
    }
    const command = `echo ${this.mark}; sleep ${1 + random.below(5)}`;
    const started = await this.call('run_command', { command, background: true }, true);
    if (!started.ok) return;
    const { commandId } = started.value as { commandId: string };
    tell({ kind: 'bait', bait: { principalId: this.id, what: 'command', id: commandId } });
  }

  /** A command that asks: answered, answered by somebody else, or left. */
  async approve(): Promise<void> {
    const controller = new AbortController();
    const command = random.next() < 0.5 ? 'date' : `date -u +${this.mark}`;
    const pending = this.#execute('bash', { command }, { ...this.options, signal: controller.signal });
    const request = await this.#requestOf(command);
    if (request === undefined) return controller.abort();
    tell({ kind: 'bait', bait: { principalId: this.id, what: 'request', id: request } });
    const chance = random.next();
    // The rest is left without an answer.
    if (chance < 0.3) controller.abort();
    else if (chance < 0.9) {
      const approved = chance < 0.7;
      // Session consent must not reach anybody else: the others ask about the same command all the time.
      const scope = random.next() < 0.3 && command !== 'date' ? 'session' : 'once';
      const answered = await gate.answer(request, { approved, scope }, { principalId: this.id });
      const result = await pending;
      // Another call of this user may have answered first: then the denial was refused.
      if (answered.ok && !approved && result.ok) violation(`${this.id} ran what was denied`);
    }
  }

  /** Tries to reach what is another's. */
  async trespass(): Promise<void> {
    const bait = random.pick(baits);
    if (bait === undefined || bait.principalId === this.id) return;
    if (bait.what === 'request') {
      const answered = await gate.answer(bait.id, { approved: true }, { principalId: this.id });
      if (answered.ok) violation(`${this.id} answered a request of ${bait.principalId}`);
    } else if (bait.what === 'artifact') {
      const read = await this.call('read_artifact', { id: bait.id });
      if (read.ok) violation(`${this.id} read an artifact of ${bait.principalId}`);
    } else {
      const read = await this.call('read_command_output', { commandId: bait.id });
      const stopped = await this.call('stop_command', { commandId: bait.id });
      if (read.ok || stopped.ok) violation(`${this.id} reached a command of ${bait.principalId}`);
    }
  }

  async endTask(): Promise<void> {
    await tools.endTask(this.options.taskId ?? '', { principal: { id: this.id } });
    const listed = await this.call('list_commands', {});
    const running = listed.ok
      ? (listed.value as { commands: { status: string }[] }).commands.filter(({ status }) => status === 'running')
      : [];
    if (running.length > 0) violation(`${this.id} still has ${running.length} commands after its task ended`);
  }

  /** Answers the request that the call makes, where it makes one. */
  async call(tool: string, params: object, approves = false): Promise<ToolResult> {
    const pending = this.#execute(tool, params, this.options);
    if (approves || tool === 'write_file') void this.#approveAll();
    return pending;
  }

  async #approveAll(): Promise<void> {
    for (let tries = 0; tries < 40; tries++) {
      const [request] = gate.pending({ principalId: this.id });
      if (request !== undefined) {
        await gate.answer(request.id, { approved: true }, { principalId: this.id });
        return;
      }
      await sleep(25);
    }
  }

  async #requestOf(command: string): Promise<string | undefined> {
    for (let tries = 0; tries < 80; tries++) {
      const found = gate.pending({ principalId: this.id }).find(({ args }) => args['command'] === command);
      if (found !== undefined) return found.id;
      await sleep(25);
    }
    return undefined;
  }

  #execute(tool: string, params: object, options: ExecuteOptions): Promise<ToolResult> {
    calls++;
    return tools.execute<string>(tool, params, options);
  }

  fail(what: string, result: ToolResult): void {
    if (result.ok || ALLOWED_FAILURES.has(result.error.code) || finishing.signal.aborted) return;
    violation(`${what} of ${this.id}: ${result.error.code} ${result.error.message}`);
  }
}

/** A thread that writes and is terminated in the middle of it; its files must be whole and free afterwards. */
async function terminatedThread(): Promise<void> {
  while (!finishing.signal.aborted) {
    const worker = new Worker(new URL('./writing-thread.ts', import.meta.url), { workerData: { root, state, name } });
    worker.on('error', () => undefined);
    await sleep(500 + random.below(1500));
    await worker.terminate();
    const options = { principal: { id: 'thread' }, taskId: name };
    const result = await tools.execute('list_directory', { path: 'thread' }, options);
    if (!result.ok && result.error.code !== 'FILE_NOT_FOUND') violation(`after a thread: ${result.error.code}`);
    await sleep(2000);
  }
}

function violation(what: string): void {
  tell({ kind: 'violation', what: `${name}: ${what}` });
}

function tell(message: HostMessage): void {
  if (process.connected) process.send?.(message);
}

function vitals(): void {
  globalThis.gc?.();
  const heapMb = Math.round(process.memoryUsage().heapUsed / 1048576);
  tell({ kind: 'vitals', vitals: { calls, heapMb, descriptors: openDescriptors().length } });
}

/** A process without any work has 24 of them. */
const MAX_DESCRIPTORS = 40;

const users = Array.from({ length: Number(principals) }, (_, index) => new User(index));
const busy = new Set<User>();
const timer = setInterval(vitals, 5000);
const loops = Array.from({ length: 12 }, async () => {
  while (!finishing.signal.aborted) {
    const user = random.pick(users);
    if (busy.has(user)) {
      await sleep(1);
      continue;
    }
    busy.add(user);
    await user.step();
    busy.delete(user);
  }
});
await Promise.all([...loops, terminatedThread()]);
clearInterval(timer);
await Promise.all(users.map(({ options, id }) => tools.endTask(options.taskId ?? '', { principal: { id } })));
await tools.shutdownAll();
await workspace.shutdown(); // waits for handlers of cancelled calls
// The pipes of programs that were stopped are closed a moment after their end.
for (let waited = 0; openDescriptors().length > MAX_DESCRIPTORS && waited < 50; waited++) await sleep(100);
if (openDescriptors().length > MAX_DESCRIPTORS) violation(`open after shutdown: ${openDescriptors().join(' ')}`);
vitals();
tell({ kind: 'done' });
process.disconnect?.();
