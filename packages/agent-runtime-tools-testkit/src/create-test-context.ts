import type { ToolContext, ToolLogger } from '@ku0/agent-runtime-tools-core';
import { ActivityRecord } from './activity-record.ts';
import { ManualClock } from './manual-clock.ts';
import { MemoryFiles } from './memory-files.ts';

/** Every field of a context, each with a default, and what the fakes start with. */
export interface TestContextOptions extends Partial<ToolContext> {
  /** Default: a new one. It is also `services.clock`, unless `services` brings another. */
  readonly clock?: ManualClock;
  /** What `memoryFiles` holds. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A context for calling a handler without a coordinator. */
export interface TestContext extends ToolContext {
  readonly clock: ManualClock;
  /** What the handler has put out and how far it said it was. */
  readonly activity: ActivityRecord;
  readonly logs: readonly LogEntry[];
  readonly memoryFiles: MemoryFiles;
  /** Fires `signal`. */
  abort(reason?: unknown): void;
}

export interface LogEntry {
  readonly level: keyof ToolLogger;
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** A context in which nothing is real unless it is given. Its `cwd` does not exist: a test that needs files gives a folder. */
export function createTestContext({
  clock = new ManualClock(),
  files,
  ...given
}: TestContextOptions = {}): TestContext {
  const controller = new AbortController();
  const activity = new ActivityRecord();
  const logs: LogEntry[] = [];
  const identity = {
    callId: given.callId ?? 'call-1',
    taskId: given.taskId ?? 'task-1',
    toolName: given.toolName ?? 'test_tool',
  };
  return {
    cwd: '/nowhere/test-workspace',
    ...identity,
    turnId: 'turn-1',
    mode: 'act',
    logger: recordingLogger(logs),
    callbacks: {},
    autoApproval: { enabled: false },
    approval: { required: false, turnRejected: false },
    ...recordingEmitters(activity, clock, identity),
    ...given,
    services: { clock, ...given.services },
    signal: given.signal === undefined ? controller.signal : AbortSignal.any([given.signal, controller.signal]),
    clock,
    activity,
    logs,
    memoryFiles: new MemoryFiles(files),
    abort: (reason) => controller.abort(reason),
  };
}

type Identity = Pick<ToolContext, 'callId' | 'taskId' | 'toolName'>;

type Emitters = Pick<ToolContext, 'emitOutput' | 'emitProgress'>;

function recordingEmitters(
  { events }: ActivityRecord,
  clock: ManualClock,
  { callId, taskId, toolName }: Identity,
): Emitters {
  const head = () => ({ sequence: events.length + 1, timestamp: clock.now(), callId, taskId });
  return {
    emitOutput(chunk) {
      events.push({ type: 'tool_output_chunk', ...head(), data: { toolName, chunk } });
    },
    emitProgress(done, total, message) {
      const more = { ...(total !== undefined && { total }), ...(message !== undefined && { message }) };
      events.push({ type: 'tool_progress', ...head(), data: { toolName, done, ...more } });
    },
  };
}

function recordingLogger(logs: LogEntry[]): ToolLogger {
  const log = (level: keyof ToolLogger) => (message: string, fields?: Readonly<Record<string, unknown>>) => {
    logs.push({ level, message, ...(fields !== undefined && { fields }) });
  };
  return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
}
