import { defineTool, ok, ToolCoordinator, Type } from '@ku0/agent-runtime-tools-core';
import type { AnyActivityEvent, ToolContext, ToolIdentity, ToolLogger } from '@ku0/agent-runtime-tools-core';
import { ActivityRecord } from './activity-record.ts';
import { ManualClock } from './manual-clock.ts';
import { MemoryFiles } from './memory-files.ts';

/** Fields of the context, each with a default, and the initial state of the fakes. */
export interface TestContextOptions extends Partial<ToolContext> {
  /** Default: a new one. Also used as `services.clock`, unless `services` has one. */
  readonly clock?: ManualClock;
  /** The initial content of `memoryFiles`. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A context for calling a handler without a coordinator. */
export interface TestContext extends ToolContext {
  readonly clock: ManualClock;
  /** The output and progress events of the handler. */
  readonly activity: ActivityRecord;
  readonly logs: readonly LogEntry[];
  readonly memoryFiles: MemoryFiles;
  /** Aborts `signal`. */
  abort(reason?: unknown): void;
}

export interface LogEntry {
  readonly level: keyof ToolLogger;
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Creates a context of fakes; any field can be given. Its default `cwd` does not exist: pass a folder if the test needs files. */
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
    callKey: given.callKey ?? given.callId ?? 'call-1',
    taskId: given.taskId ?? 'task-1',
    tool: given.tool ?? TEST_TOOL,
  };
  return {
    cwd: '/nowhere/test-workspace',
    ...identity,
    parentTasks: [],
    coordinatorId: 'test-coordinator',
    turnId: 'turn-1',
    mode: 'act',
    logger: recordingLogger(logs),
    callbacks: {},
    autoApproval: { enabled: false },
    approval: {
      required: false,
      turnRejected: false,
      dryRun: async () => ok({ summary: 'Nothing would change.', changes: [] }),
      require: () => undefined,
    },
    tools: new ToolCoordinator(),
    stopTurn: () => undefined,
    setTrace: () => undefined,
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

const TEST_TOOL: ToolIdentity = defineTool({
  name: 'test_tool',
  parameters: Type.Object({}),
  execute: async () => ok(undefined),
});

type Identity = Pick<ToolContext, 'callId' | 'callKey' | 'taskId' | 'tool'>;

type Emitters = Pick<ToolContext, 'emitOutput' | 'emitProgress' | 'publish'>;

function recordingEmitters(
  { events }: ActivityRecord,
  clock: ManualClock,
  { callId, callKey, taskId, tool }: Identity,
): Emitters {
  const toolName = tool.name;
  const publish: ToolContext['publish'] = (type, data) => {
    const event = { type, sequence: events.length + 1, timestamp: clock.now(), callId, callKey, taskId, data };
    events.push(event as AnyActivityEvent);
  };
  return {
    publish,
    emitOutput: (chunk) => publish('tool_output_chunk', { toolName, chunk }),
    emitProgress(done, total, message) {
      const more = { ...(total !== undefined && { total }), ...(message !== undefined && { message }) };
      publish('tool_progress', { toolName, done, ...more });
    },
  };
}

function recordingLogger(logs: LogEntry[]): ToolLogger {
  const log = (level: keyof ToolLogger) => (message: string, fields?: Readonly<Record<string, unknown>>) => {
    logs.push({ level, message, ...(fields !== undefined && { fields }) });
  };
  return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
}
