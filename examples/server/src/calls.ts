import { ownerKey, type ToolContext, type ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import { CallJournal, type CallName, type JournaledCall } from './call-journal.ts';
import { createTools, type ServerOptions } from './tools.ts';

/** What a client is told about a call. */
export type CallState =
  | { readonly status: 'waiting' | 'running' }
  | { readonly status: 'ended'; readonly result: JournaledCall['result'] }
  /** The server was killed while the tool ran: whether it had its effect, only its user can say. */
  | { readonly status: 'interrupted' };

/** Calls that outlive the process: each is journaled before it runs, and taken up again after a restart. */
export class Calls {
  readonly #journal: CallJournal;
  readonly #running = new Map<string, Promise<void>>();
  readonly #tools;
  readonly gate;

  constructor(options: ServerOptions) {
    this.#journal = new CallJournal(options.state);
    const { tools, gate } = createTools(options, this.#noteStart());
    this.#tools = tools;
    this.gate = gate;
  }

  /** Takes a call once, however often it is handed in. */
  async submit(call: Omit<JournaledCall, 'status'>): Promise<void> {
    if (this.#running.has(keyOf(call)) || (await this.#journal.read(call)) !== undefined) return;
    if (this.#running.has(keyOf(call))) return;
    this.#run({ ...call, status: 'accepted' });
  }

  async state(name: CallName): Promise<CallState | undefined> {
    const call = await this.#journal.read(name);
    const isRunning = this.#running.has(keyOf(name));
    if (call === undefined) return isRunning ? { status: 'waiting' } : undefined;
    if (call.status === 'ended') return { status: 'ended', result: call.result };
    if (call.status === 'started') return { status: isRunning ? 'running' : 'interrupted' };
    return { status: 'waiting' };
  }

  /**
   * Takes up what a process that is gone had accepted and not started. A call that waits for a person goes on waiting: it
   * is made again once its request is answered, and finds the answer.
   */
  async resume(): Promise<void> {
    const requests = await this.gate.restore();
    for (const call of await this.#journal.all()) {
      if (call.status !== 'accepted' || this.#running.has(keyOf(call))) continue;
      const isAsked = requests.some(
        ({ callId, taskId, principal }) =>
          callId === call.callId && taskId === call.taskId && principal?.id === call.principalId,
      );
      if (!isAsked) this.#run(call);
    }
  }

  async close(): Promise<void> {
    await this.#tools.shutdownAll();
    await Promise.all(this.#running.values());
  }

  #run(call: JournaledCall): void {
    const key = keyOf(call);
    const done = this.#execute(call).finally(() => this.#running.delete(key));
    this.#running.set(key, done);
  }

  async #execute(call: JournaledCall): Promise<void> {
    const { tool, params, taskId, callId, principalId } = call;
    await this.#journal.write(call);
    const principal = { id: principalId };
    const result = await this.#tools.execute<string>(tool, params, { taskId, callId, principal });
    // The server is going down: the call is taken up by the next one, if it has not started.
    if (!result.ok && result.error.code === 'SHUT_DOWN') return;
    await this.#journal.write({ ...call, status: 'ended', result });
  }

  /** Written down before the tool has any effect: what is found so after a crash is not started again. */
  #noteStart(): ToolMiddleware {
    return {
      name: 'journal',
      phase: 'around',
      execute: async (params, context, next) => {
        const call = await this.#journal.read(nameOf(context));
        if (call !== undefined) await this.#journal.write({ ...call, status: 'started' });
        return next(params);
      },
    };
  }
}

function nameOf({ principal, taskId, callId }: ToolContext): CallName {
  return { principalId: principal?.id ?? '', taskId, callId };
}

function keyOf({ principalId, taskId, callId }: CallName): string {
  return `${ownerKey({ principalId, taskId })} ${callId}`;
}
