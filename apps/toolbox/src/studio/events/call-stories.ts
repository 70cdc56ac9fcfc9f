import type { AnyActivityEvent, ToolResult } from '@ku0/agent-runtime-tools-core';
import type { CallStory, StoryStep } from '@ku0/studio/api';
import { roughSize } from './rough-size.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface KeptStory extends Mutable<Omit<CallStory, 'steps'>> {
  steps: Mutable<StoryStep>[];
  /** About how many characters it takes. */
  size: number;
}

/** The latest calls with everything that happened to them. The oldest are dropped when there are too many or too large ones. */
export class CallStories {
  readonly #stories = new Map<string, KeptStory>();
  readonly #maxCalls: number;
  readonly #maxChars: number;
  #chars = 0;

  constructor({ maxCalls = 1000, maxChars = 32 * 1024 * 1024 } = {}) {
    this.#maxCalls = maxCalls;
    this.#maxChars = maxChars;
  }

  get(call: string): CallStory | undefined {
    const kept = this.#stories.get(call);
    if (kept === undefined) return undefined;
    const { size: _, ...story } = kept;
    return story;
  }

  add(event: AnyActivityEvent): void {
    if (event.type === 'tool_call_start') return this.#begin(event);
    const story = this.#stories.get(event.callKey);
    if (story === undefined) return undefined;
    const before = story.size;
    extend(story, event);
    this.#chars += story.size - before;
    return this.#makeRoom();
  }

  #begin(event: Extract<AnyActivityEvent, { type: 'tool_call_start' }>): void {
    const { sent, arguments: args, toolName } = event.data;
    const size = roughSize(sent, MAX_VALUE_CHARS) + (args === sent ? 0 : roughSize(args, MAX_VALUE_CHARS));
    const isKept = size < MAX_VALUE_CHARS;
    this.#stories.set(event.callKey, {
      call: event.callKey,
      callId: event.callId,
      task: event.taskId,
      tool: toolName,
      startedAt: event.timestamp,
      ...(isKept && { sent, arguments: args }),
      repaired: [],
      steps: [],
      output: '',
      outputLeftOut: 0,
      size: BASE_SIZE + (isKept ? size : 0),
    });
    this.#chars += BASE_SIZE + (isKept ? size : 0);
    this.#makeRoom();
  }

  #makeRoom(): void {
    for (const [call, { size }] of this.#stories) {
      if (this.#stories.size <= this.#maxCalls && this.#chars <= this.#maxChars) return;
      this.#stories.delete(call);
      this.#chars -= size;
    }
  }
}

function extend(story: KeptStory, event: AnyActivityEvent): void {
  const at = event.timestamp - story.startedAt;
  switch (event.type) {
    case 'tool_output_chunk':
      return addOutput(story, event.data.chunk);
    case 'hook_start':
      return addStep(story, { kind: 'hook', name: `${event.data.event}: ${event.data.hook}`, from: at });
    case 'hook_end': {
      const { hook, event: when, decision, reason } = event.data;
      const detail = reason === undefined ? {} : { detail: reason };
      return endStep(story, `${when}: ${hook}`, { to: at, outcome: decision, ...detail });
    }
    case 'approval_requested':
      return addStep(story, { kind: 'approval', name: 'person', from: at, detail: event.data.request.reason });
    case 'approval_resolved':
      return endStep(story, 'person', { to: at, outcome: event.data.approved ? 'approved' : 'denied' });
    case 'approval_decided': {
      story.decision = event.data;
      return undefined;
    }
    case 'tool_call_end':
      return end(story, event.data.result, event.timestamp);
    default:
      return undefined;
  }
}

function end(story: KeptStory, result: ToolResult | undefined, endedAt: number): void {
  story.endedAt = endedAt;
  const ms = endedAt - story.startedAt;
  if (result === undefined) return;
  const { metadata } = result;
  story.repaired = metadata.repaired ?? [];
  story.attempts = metadata.attempts;
  if (metadata.queuedMs !== undefined) story.queuedMs = metadata.queuedMs;
  const ranFrom = Math.max(0, ...story.steps.filter(({ to }) => to !== undefined && to < ms).map(({ to = 0 }) => to));
  const queued = metadata.queuedMs ?? 0;
  if (queued > 0)
    addStep(story, { kind: 'queue', name: 'waiting for a free slot', from: ranFrom, to: ranFrom + queued });
  if (metadata.attempts > 0) {
    const name = metadata.attempts === 1 ? story.tool : `${story.tool}, ${metadata.attempts} attempts`;
    addStep(story, {
      kind: 'run',
      name,
      from: Math.min(ms, ranFrom + queued),
      to: ms,
      outcome: result.ok ? 'ok' : result.error.code,
    });
  }
  const size = roughSize(result, MAX_VALUE_CHARS);
  if (size >= MAX_VALUE_CHARS) return;
  story.result = result;
  story.size += size;
}

function addOutput(story: KeptStory, chunk: string): void {
  const whole = story.output + chunk;
  const left = Math.max(0, whole.length - MAX_OUTPUT_CHARS);
  story.size += whole.length - left - story.output.length;
  story.output = whole.slice(left);
  story.outputLeftOut += left;
}

function addStep(story: KeptStory, step: StoryStep): void {
  if (story.steps.length >= MAX_STEPS) return;
  story.steps.push(step);
  story.size += STEP_SIZE + (step.detail?.length ?? 0);
}

function endStep(story: KeptStory, name: string, ending: Partial<StoryStep>): void {
  const step = story.steps.findLast((each) => each.name === name && each.to === undefined);
  if (step !== undefined) Object.assign(step, ending);
}

const BASE_SIZE = 500;
const STEP_SIZE = 100;
const MAX_STEPS = 200;
const MAX_OUTPUT_CHARS = 64 * 1024;
/** Larger arguments and results are not kept. */
const MAX_VALUE_CHARS = 1024 * 1024;
