import { setTimeout as sleep } from 'node:timers/promises';
import { coreErrors, errorMessage, linearPattern, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import { cleanText } from '@ku0/agent-runtime-tools-processes';
import type { LineTest, OutputPage } from '@ku0/agent-runtime-tools-processes';
import { describeCommand } from '../background/describe-command.ts';
import type { CommandState } from '../background/describe-command.ts';
import { TaskCommands } from '../background/task-commands.ts';
import type { TaskCommand } from '../background/task-commands.ts';
import { servicesOf } from '../command/prepare-command.ts';
import type { ShellSettings } from '../shell-options.ts';

export interface ReadCommandOutputParams {
  readonly commandId: string;
  /** In bytes; a negative offset counts from the end. Default: after the last read. */
  readonly offset?: number;
  /** In bytes. */
  readonly limit?: number;
  /** A regular expression. */
  readonly search?: string;
  /** In seconds. */
  readonly wait?: number;
}

export interface ReadCommandOutputValue extends CommandState {
  output: string;
  offset: number;
  nextOffset: number;
  /** How many bytes the command has printed. */
  total: number;
  /** Whether more output can be read now. */
  truncated: boolean;
  /** How many of the requested bytes are no longer kept. */
  lost?: number;
  notes?: string[];
}

export interface ReadCommandOutputOptions {
  readonly settings: ShellSettings;
  readonly context: Pick<ToolContext, 'services' | 'principal' | 'taskId' | 'signal'>;
}

export const DEFAULT_LIMIT = 20_000;
export const MAX_LIMIT = 24_000;

/** Reads one page of the output of a command of this task. Throws COMMAND_NOT_FOUND. */
export async function readCommandOutput(
  params: ReadCommandOutputParams,
  { settings, context }: ReadCommandOutputOptions,
): Promise<ReadCommandOutputValue> {
  const command = TaskCommands.of(servicesOf(context).processes).find(params.commandId, context);
  const { offset = command.cursor, limit = DEFAULT_LIMIT, search, wait = 0 } = params;
  const { signal } = context;
  const test = search === undefined ? undefined : lineTest(search);
  const read: Waiting['read'] = (from, unfinished) =>
    command.handle.read({ offset: from, limit, signal, unfinished, ...(test && { search: test }) });
  const deadline = performance.now() + Math.min(wait, settings.timeout.max) * 1000;
  const page = await waitForPage(deadline, { command, from: startOf(offset, command), limit, read, signal });
  command.cursor = page.nextOffset;
  const state = await describeCommand(command);
  const notes = await pageNotes(command, state, page.text);
  return {
    output: cleanText(page.text),
    ...state,
    offset: page.offset,
    nextOffset: page.nextOffset,
    total: page.total,
    truncated: page.nextOffset < page.total && (test === undefined || page.text !== ''),
    ...(page.lost > 0 && { lost: page.lost }),
    ...(notes.length > 0 && { notes }),
  };
}

/** Tests the cleaned text of a line, in linear time. */
function lineTest(source: string): LineTest {
  const pattern = compilePattern(source);
  return { test: (line) => pattern.test(cleanText(line)) };
}

function compilePattern(source: string): LineTest {
  try {
    return linearPattern(source);
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    throw new ToolFailure(
      coreErrors.VALIDATION_ERROR({
        message: `search is not a regular expression that can be used here: ${errorMessage(error)}`,
        suggestion: 'Use a simple expression, such as "error|warning", without look-around or back references.',
      }),
    );
  }
}

/** Turns a negative offset into an absolute one at the start of the call, before more output arrives. */
function startOf(offset: number, { handle }: TaskCommand): number {
  return offset < 0 ? Math.max(0, handle.totalBytes + offset) : offset;
}

interface Waiting {
  readonly command: TaskCommand;
  readonly from: number;
  readonly limit: number;
  readonly read: (from: number, unfinished: boolean) => Promise<OutputPage>;
  readonly signal: AbortSignal;
}

/**
 * Waits for a page. Returns as soon as there is text and the command has been quiet for 100 ms (or half a second has passed
 * since the first text), the page is full, the command has ended or waits for input, or the time is up.
 */
async function waitForPage(deadline: number, { command, from, limit, read, signal }: Waiting): Promise<OutputPage> {
  const { handle } = command;
  let foundAt: number | undefined;
  for (let at = from; ;) {
    if (signal.aborted) throw new ToolFailure(coreErrors.CANCELLED());
    const isOver = handle.status !== 'running' || performance.now() >= deadline;
    const page = handle.totalBytes > at || isOver ? await read(at, isOver) : undefined;
    if (page !== undefined && page.text !== '') {
      foundAt ??= performance.now();
      const isFull = page.nextOffset - page.offset >= limit;
      const isSettled = Date.now() - handle.lastOutputAt >= QUIET_MS || performance.now() - foundAt >= SETTLE_MS;
      if (isOver || isFull || isSettled) return page;
    } else {
      if (page !== undefined && isOver) return page;
      // Nothing matched up to here, so the next search starts here.
      if (page?.lost === 0) at = page.nextOffset;
      // A prompt is an incomplete line and is read with `unfinished`.
      if (await isBlockedOnInput(command)) return read(at, true);
    }
    await sleep(STEP_MS);
  }
}

const STEP_MS = 50;
const QUIET_MS = 100;
/** After this long, the page of a command that prints without a pause is returned. */
const SETTLE_MS = 500;
const IDLE_MS = 1000;

/** Whether the command has been silent for a second and is blocked reading its input. */
async function isBlockedOnInput({ handle }: TaskCommand): Promise<boolean> {
  return Date.now() - handle.lastOutputAt >= IDLE_MS && (await handle.isWaitingForInput()) === true;
}

async function pageNotes({ prepared, handle }: TaskCommand, state: CommandState, text: string): Promise<string[]> {
  const { exitCode, signal, status, waitingForInput } = state;
  const ended = { ...(exitCode !== undefined && { exitCode }), ...(signal !== undefined && { signal }) };
  const hasEnded = status !== 'running';
  if (hasEnded) await prepared.dispose();
  const explainEnding = hasEnded ? prepared.explain({ ...ended, stdout: text, stderr: '' }) : undefined;
  return [
    ...(waitingForInput === true ? [`The command is waiting for input. ${answer(handle.id)}`] : []),
    ...(explainEnding === undefined ? [] : [explainEnding]),
    ...handle.warnings,
  ];
}

function answer(id: string): string {
  return `Give it with write_command_input and commandId ${id}, or end it with stop_command.`;
}
