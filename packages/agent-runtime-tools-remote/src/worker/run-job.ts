import {
  coreErrors,
  errorMessage,
  fail,
  ok,
  printable,
  ToolFailure,
  type ContentPart,
  type ExecuteOptions,
  type ToolCoordinator,
  type ToolError,
  type ToolHandler,
  type ToolResult,
} from '@ku0/agent-runtime-tools-core';
import type { StartedJob } from '../driver/call-driver.ts';
import { remoteErrors } from '../errors.ts';
import { resultParts, writeOutcome, type Outcome } from '../protocol/outcome.ts';
import type { Secret } from '../protocol/seal.ts';
import { readTicket, type Ticket } from '../protocol/ticket.ts';
import type { CallOutput } from './call-output.ts';
import { KEPT_AFTER_DEADLINE_MS, type CallJournal } from './journal/call-journal.ts';
import { OutputSender } from './output-sender.ts';
import type { TicketConsent } from './ticket-consent.ts';

export interface JobRunnerParts {
  readonly tools: ToolCoordinator;
  readonly place: string;
  readonly secret: Secret;
  readonly journal: CallJournal;
  readonly consent: TicketConsent;
  readonly output: CallOutput;
  readonly maxResultChars: number;
  readonly onProblem: (message: string) => void;
}

/** Runs the jobs of a place: checks the ticket, makes sure that the call runs once, and makes the call. */
export class JobRunner {
  readonly #parts: JobRunnerParts;

  constructor(parts: JobRunnerParts) {
    this.#parts = parts;
  }

  /** Never rejects. */
  async run(job: StartedJob): Promise<string> {
    const { secret } = this.#parts;
    try {
      return await this.#runTicket(job);
    } catch (error) {
      const reason = printable(errorMessage(error));
      const failure = coreErrors.EXECUTION_ERROR({ message: `The worker failed: ${reason}` });
      return writeOutcome({ id: job.id, start: job.start, pieces: 0, error: failure, metadata: {} }, secret);
    }
  }

  async #runTicket(job: StartedJob): Promise<string> {
    const { tools, secret, place, onProblem } = this.#parts;
    const refuse = (error: ToolError): string =>
      writeOutcome({ id: job.id, start: job.start, pieces: 0, error, metadata: {} }, secret);
    const ticket = readTicket(job.payload, secret);
    if (ticket === undefined)
      onProblem(`A call of the place ${place} was refused: its caller has another secret, or its ticket was changed.`);
    const problem = ticket === undefined ? CHANGED : this.#ticketProblem(ticket, job);
    if (ticket === undefined || problem !== undefined) return refuse(remoteErrors.TICKET_REFUSED(problem));
    const tool = tools.get(ticket.tool);
    if (tool?.name !== ticket.tool || tool.version !== ticket.version)
      return refuse(remoteErrors.TOOL_CHANGED({ details: { tool: ticket.tool, version: ticket.version } }));
    if (ticket.action !== 'call') {
      const { id, start } = job;
      return writeOutcome({ id, start, pieces: 0, ...resultParts(await this.#ask(ticket, job)) }, secret);
    }
    return (await this.#earlierOutcome(job, ticket, tool, refuse)) ?? (await this.#call(job, ticket, tool));
  }

  #ticketProblem(ticket: Ticket, job: StartedJob): { message: string; details: { reason: string } } | undefined {
    const { place } = this.#parts;
    if (ticket.id !== job.id || ticket.place !== place) return CHANGED;
    const lateMs = Date.now() - ticket.deadline;
    if (lateMs < 0) return undefined;
    const message = `The ticket of the call ended ${Math.ceil(lateMs)} ms ago, so the call was not started.`;
    return { message, details: { reason: 'late' } };
  }

  /** The outcome of a call that must not be started again. Undefined if it may start now. */
  async #earlierOutcome(
    job: StartedJob,
    ticket: Ticket,
    tool: ToolHandler,
    refuse: (error: ToolError) => string,
  ): Promise<string | undefined> {
    const { journal, secret } = this.#parts;
    const earlier = journal.claim(ticket.id, ticket.deadline + KEPT_AFTER_DEADLINE_MS);
    if (job.start === 1) {
      if (earlier.kind === 'none') return undefined;
      const message = 'The ticket of the call was used before, so the call was not started.';
      return refuse(remoteErrors.TICKET_REFUSED({ message, details: { reason: 'used' } }));
    }
    if (earlier.kind === 'done') {
      const outcome = JSON.parse(earlier.outcome) as Outcome;
      // The output was sent by the worker that ran the call, and may have been lost with it.
      return writeOutcome({ ...outcome, start: job.start, pieces: 0 }, secret);
    }
    if (tool.capabilities.idempotent) return undefined;
    const message = `The worker that ran ${tool.name} is gone, and nobody knows whether the call has taken effect.`;
    return refuse(remoteErrors.OUTCOME_UNKNOWN({ message, details: { place: this.#parts.place } }));
  }

  async #call(job: StartedJob, ticket: Ticket, tool: ToolHandler): Promise<string> {
    const { tools, consent, output, journal, onProblem } = this.#parts;
    const sender = new OutputSender(job.start, job.send);
    output.listen(ticket.id, (piece) => sender.add(piece));
    let result: ToolResult;
    try {
      result = await consent.whileValid(ticket, () =>
        tools.execute(ticket.tool, ticket.parameters, optionsOf(ticket, job)),
      );
    } finally {
      output.forget(ticket.id);
    }
    const outcome = this.#outcome(job, tool, result, sender.flush());
    try {
      // An idempotent call is started again if its result is lost.
      journal.finish(ticket.id, tool.capabilities.idempotent ? undefined : JSON.stringify(outcome));
    } catch (error) {
      onProblem(`The result of a call cannot be written to the journal: ${String(error)}`);
    }
    return writeOutcome(outcome, this.#parts.secret);
  }

  /** Answers a question about a call that is not made. */
  async #ask(ticket: Ticket, job: StartedJob): Promise<ToolResult> {
    const { tools } = this.#parts;
    const options = optionsOf(ticket, job);
    if (ticket.action === 'dry-run') return tools.dryRun(ticket.tool, ticket.parameters, options);
    try {
      return ok(await tools.needsApproval(ticket.tool, ticket.parameters, options));
    } catch (error) {
      if (error instanceof ToolFailure) return fail(error.error);
      throw error;
    }
  }

  #outcome(job: StartedJob, tool: ToolHandler, result: ToolResult, pieces: number): Outcome {
    const parts = result.ok ? modelPartsOf(tool, result.value) : undefined;
    const base = { id: job.id, start: job.start, pieces };
    const outcome = { ...base, ...resultParts(result), ...(parts !== undefined && { parts }) };
    const chars = JSON.stringify(outcome).length;
    const { maxResultChars } = this.#parts;
    if (chars <= maxResultChars) return outcome;
    const message = `The result of ${tool.name} has ${chars} characters; at most ${maxResultChars} are sent.`;
    const { artifacts } = result.metadata;
    const error = remoteErrors.RESULT_TOO_LARGE({
      message,
      ...(artifacts !== undefined && { details: { artifacts } }),
    });
    return { ...base, error, metadata: artifacts === undefined ? {} : { artifacts } };
  }
}

/** Undefined if the tool leaves it to others what a model reads, or if a middleware has replaced the value by another. */
function modelPartsOf(tool: ToolHandler, value: unknown): ContentPart[] | undefined {
  try {
    return tool.toModelOutput?.(value);
  } catch {
    return undefined;
  }
}

/** The id of the call is the ticket's, which is unique: consent and output are found by it. */
function optionsOf(ticket: Ticket, { signal }: StartedJob): ExecuteOptions {
  const { principal, trace } = ticket;
  return {
    callId: ticket.id,
    taskId: ticket.task,
    turnId: ticket.turn,
    mode: ticket.mode,
    timeoutMs: Math.max(1, ticket.deadline - Date.now()),
    signal,
    ...(principal !== undefined && { principal }),
    ...(trace !== undefined && { trace }),
  };
}

const CHANGED = {
  message: 'The ticket of the call was changed, or was not made with the secret of this worker.',
  details: { reason: 'changed' },
};
