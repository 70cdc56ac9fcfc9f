import { errorMessage, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { McpServerState } from '../connect-options.ts';
import { mcpErrors } from '../../errors.ts';
import { RunningCalls, type RunningCall } from '../requests/running-calls.ts';
import { openSession, statusOf, type Session, type SessionParts } from './open-session.ts';
import { StartDeadline } from './start-deadline.ts';

export interface ConnectionParts extends Omit<SessionParts, 'calls' | 'onClosed' | 'onProblem' | 'limits'> {
  readonly limits: SessionParts['limits'] & {
    readonly idleTimeoutMs: number;
    readonly maxRestarts: number;
    readonly restartDelayMs: number;
  };
  readonly redact: (text: string) => string;
  /** Called with the tools before the server counts as ready. Must not reject. */
  readonly onStarted: (tools: Session['tools']) => Promise<void>;
  readonly onState: (state: McpServerState, problem: string | undefined) => void;
  readonly onProblem: (message: string) => void;
}

/** Keeps one server running: starts it, restarts it with growing delays, ends it when idle. Knows nothing about tools. */
export class ServerConnection {
  readonly calls = new RunningCalls();
  readonly #parts: ConnectionParts;
  #session: Session | undefined;
  #opening: Promise<Session> | undefined;
  #deadline: StartDeadline | undefined;
  #failures = 0;
  #lastFailureAt = 0;
  #startedAt = 0;
  #restartTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  readonly #closings = new Set<Promise<unknown>>();
  #state: McpServerState = 'starting';
  #problem: string | undefined;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
  }

  get state(): McpServerState {
    return this.#state;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  get instructions(): string | undefined {
    return this.#session?.client.getInstructions();
  }

  /** Resolves when the first start has succeeded or failed. Never rejects. */
  async start(): Promise<void> {
    await this.#open().catch(() => undefined);
  }

  /** Does something with the server on behalf of a call. Starts the server if it is idle. */
  async use<T>(call: RunningCall, signal: AbortSignal, work: (session: Session) => Promise<T>): Promise<T> {
    return this.calls.run(call, async () => {
      clearTimeout(this.#idleTimer);
      try {
        const session = await this.#available(signal);
        try {
          return await work(session);
        } catch (error) {
          if (await session.authorize(error, signal)) return await work(session);
          // A server that has forgotten the session has not seen the request. The session is renewed once.
          if (statusOf(error) !== 404 || !session.hasSessionId() || signal.aborted) throw error;
          this.#drop(session);
          return await work(await this.#available(signal));
        }
      } finally {
        this.#watchIdleness();
      }
    });
  }

  /** Ends the connection and the program, and waits until they have ended. */
  async close(): Promise<void> {
    this.#setState('closed');
    clearTimeout(this.#restartTimer);
    clearTimeout(this.#idleTimer);
    this.#deadline?.abort('The connection was closed.');
    await this.#opening?.catch(() => undefined);
    if (this.#session !== undefined) this.#drop(this.#session);
    await Promise.all(this.#closings);
  }

  async #available(signal: AbortSignal): Promise<Session> {
    signal.throwIfAborted();
    if (this.#session !== undefined) return this.#session;
    const isWaiting = performance.now() - this.#lastFailureAt < this.#delay();
    if (this.#state === 'closed' || (this.#opening === undefined && this.#failures > 0 && isWaiting))
      throw this.#unavailable();
    const aborted = Promise.withResolvers<never>();
    const onAbort = (): void => aborted.reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      // The start itself goes on: other calls may be waiting for it, and it has its own limit.
      return await Promise.race([this.#open(), aborted.promise]);
    } catch (error) {
      throw signal.aborted || error instanceof ToolFailure ? error : this.#unavailable();
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  #open(): Promise<Session> {
    this.#opening ??= this.calls
      .outsideOfCalls(() => this.#openNow())
      .finally(() => {
        this.#opening = undefined;
      });
    return this.#opening;
  }

  async #openNow(): Promise<Session> {
    clearTimeout(this.#restartTimer);
    this.#setState(this.#failures === 0 ? 'starting' : 'restarting', this.#problem);
    const { limits, name, options } = this.#parts;
    const deadline = new StartDeadline(limits.startTimeoutMs, `It did not start within ${limits.startTimeoutMs} ms.`);
    this.#deadline = deadline;
    try {
      if (options.project !== undefined && !(await options.project.isStillTrusted()))
        throw new Error(
          'The configuration of the project, or a script that it names, is not the one that was trusted.',
        );
      const opened: { session?: Session } = {};
      const session = await openSession(
        {
          ...this.#parts,
          calls: this.calls,
          onProblem: (error) => this.#parts.onProblem(this.#parts.redact(error.message)),
          onClosed: () => opened.session !== undefined && this.#onClosed(opened.session),
        },
        deadline,
      );
      if (this.#state === 'closed') {
        await session.close();
        throw new Error('The connection was closed.');
      }
      opened.session = session;
      this.#session = session;
      await this.#parts.onStarted(session.tools);
      this.#startedAt = performance.now();
      this.#setState('ready');
      this.#watchIdleness();
      return session;
    } catch (error) {
      this.#failed(await this.#describe(error, name));
      throw error;
    } finally {
      deadline.end();
    }
  }

  async #describe(error: unknown, name: string): Promise<string> {
    const { UnauthorizedError } = await import('@modelcontextprotocol/client');
    if (error instanceof UnauthorizedError || statusOf(error) === 401)
      return `${name} needs an authorization that this application does not have.`;
    return errorMessage(error);
  }

  /** The server ended by itself. */
  #onClosed(session: Session): void {
    if (this.#session !== session) return;
    const said = session.errorOutput().trim();
    this.#drop(session);
    // A server that has run for a while starts its count of failures anew.
    if (performance.now() - this.#startedAt > STABLE_MS) this.#failures = 0;
    this.#failed(`It ended unexpectedly.${said === '' ? '' : ` It printed: ${said}`}`);
  }

  #failed(message: string): void {
    if (this.#state === 'closed') return;
    this.#failures++;
    this.#lastFailureAt = performance.now();
    const problem = this.#parts.redact(message);
    if (this.#failures > this.#parts.limits.maxRestarts) {
      this.#setState('failed', problem);
      return;
    }
    this.#setState('restarting', problem);
    this.#restartTimer = setTimeout(() => void this.start(), this.#delay());
    this.#restartTimer.unref();
  }

  #delay(): number {
    return Math.min(MAX_DELAY_MS, this.#parts.limits.restartDelayMs * 2 ** (this.#failures - 1));
  }

  #drop(session: Session): void {
    if (this.#session === session) this.#session = undefined;
    const closing = session.close().catch(() => undefined);
    this.#closings.add(closing);
    void closing.finally(() => this.#closings.delete(closing));
  }

  /** Only programs are ended: an idle HTTP connection costs nothing. */
  #watchIdleness(): void {
    clearTimeout(this.#idleTimer);
    const { limits, config } = this.#parts;
    if (limits.idleTimeoutMs === 0 || this.calls.count > 1 || 'url' in config || this.#session === undefined) return;
    this.#idleTimer = setTimeout(() => {
      if (this.calls.count > 0 || this.#session === undefined) return;
      this.#drop(this.#session);
      this.#setState('idle');
    }, limits.idleTimeoutMs);
    this.#idleTimer.unref();
  }

  #setState(state: McpServerState, problem?: string): void {
    if (this.#state === 'closed') return;
    const isNew = this.#state !== state || this.#problem !== problem;
    this.#state = state;
    this.#problem = problem;
    if (isNew) this.#parts.onState(state, problem);
  }

  #unavailable(): ToolFailure {
    const { name } = this.#parts;
    const problem = this.#problem === undefined ? '' : ` ${this.#problem}`;
    if (problem.includes('needs an authorization'))
      return new ToolFailure(mcpErrors.SERVER_UNAUTHORIZED({ message: problem.trim(), details: { server: name } }));
    return new ToolFailure(
      mcpErrors.SERVER_NOT_AVAILABLE({
        message: `The MCP server ${name} is not running (${this.#state}).${problem}`,
        details: { server: name, state: this.#state },
        retryable: this.#state === 'restarting',
      }),
    );
  }
}

const MAX_DELAY_MS = 30_000;
const STABLE_MS = 60_000;
