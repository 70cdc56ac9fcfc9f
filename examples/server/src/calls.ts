import { ownerKey, type ToolContext, type ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import { CallJournal, type CallKey, type JournaledCall } from './call-journal.ts';
import { createTools, type ServerOptions } from './tools.ts';

/** The state of a call, for its client. */
export type CallState =
  | { readonly status: 'waiting' | 'running' }
  | { readonly status: 'ended'; readonly result: JournaledCall['result'] }
  /** The server was killed while the tool ran. Whether the tool had its effect is unknown. */
  | { readonly status: 'interrupted' };

/** Calls that survive a restart: each is journaled before it runs and resumed by the next process. */
export class Calls {
  readonly #journal: CallJournal;
  readonly #running = new Map<string, Promise<void>>();
  readonly #tools;
  readonly gate;

  constructor(options: ServerOptions) {
    this.#journal = new CallJournal(options.state);
    const { tools, gate } = createTools(options, this.#recordStart());
    this.#tools = tools;
    this.gate = gate;
  }

  /** Accepts a call. Submitting it again has no effect. */
  async submit(call: Omit<JournaledCall, 'status'>): Promise<void> {
    if (this.#running.has(textOf(call)) || (await this.#journal.read(call)) !== undefined) return;
    if (this.#running.has(textOf(call))) return;
    this.#run({ ...call, status: 'accepted' });
  }

  async state(key: CallKey): Promise<CallState | undefined> {
    const call = await this.#journal.read(key);
    const isRunning = this.#running.has(textOf(key));
    if (call === undefined) return isRunning ? { status: 'waiting' } : undefined;
    if (call.status === 'ended') return { status: 'ended', result: call.result };
    if (call.status === 'started') return { status: isRunning ? 'running' : 'interrupted' };
    return { status: 'waiting' };
  }

  /**
   * Resumes calls that an earlier process accepted and did not start. A call whose approval request is still open keeps
   * waiting; once the request is answered, the call is made again and finds the answer.
   */
  async resume(): Promise<void> {
    const requests = await this.gate.restore();
    for (const call of await this.#journal.all()) {
      if (call.status !== 'accepted' || this.#running.has(textOf(call))) continue;
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
    const key = textOf(call);
    const done = this.#execute(call).finally(() => this.#running.delete(key));
    this.#running.set(key, done);
  }

  async #execute(call: JournaledCall): Promise<void> {
    const { tool, params, taskId, callId, principalId } = call;
    await this.#journal.write(call);
    const principal = { id: principalId };
    const result = await this.#tools.execute<string>(tool, params, { taskId, callId, principal });
    // This process is shutting down. The next one resumes the call if it was not started.
    if (!result.ok && result.error.code === 'SHUT_DOWN') return;
    await this.#journal.write({ ...call, status: 'ended', result });
  }

  /** Records the start before the tool has any effect, so that a call interrupted by a crash is not started again. */
  #recordStart(): ToolMiddleware {
    return {
      name: 'journal',
      phase: 'around',
      execute: async (params, context, next) => {
        const call = await this.#journal.read(keyOf(context));
        if (call !== undefined) await this.#journal.write({ ...call, status: 'started' });
        return next(params);
      },
    };
  }
}

function keyOf({ principal, taskId, callId }: ToolContext): CallKey {
  return { principalId: principal?.id ?? '', taskId, callId };
}

function textOf({ principalId, taskId, callId }: CallKey): string {
  return `${ownerKey({ principalId, taskId })} ${callId}`;
}
