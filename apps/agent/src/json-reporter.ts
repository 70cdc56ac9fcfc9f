import type { ActivitySource, AnyActivityEvent, ToolView } from '@ku0/agent-runtime-tools-core';
import type { Output } from '@ku0/agent-runtime-tools-terminal';
import type { Reporter } from './reporter.ts';

/** Writes one JSON object per line. */
export class JsonReporter implements Reporter {
  readonly #out: Output;
  readonly #preview: ToolView['preview'];

  constructor(out: Output, preview: ToolView['preview']) {
    this.#out = out;
    this.#preview = preview;
  }

  follow(activity: ActivitySource): void {
    activity.subscribe('*', (event) => {
      if (!HIDDEN.has(event.type))
        this.#write({ type: event.type, taskId: event.taskId, callId: event.callId, ...this.#dataOf(event) });
    });
  }

  streamOf(taskId: string): ReturnType<Reporter['streamOf']> {
    return {
      onText: (text) => this.#write({ type: 'text', taskId, text }),
      onPartial: ({ callId, name, params, complete }) =>
        this.#write({ type: 'tool_arguments', taskId, callId, toolName: name, params, complete }),
      onRetry: (reason) => this.#write({ type: 'retry', taskId, reason }),
    };
  }

  answered(
    taskId: string,
    { message }: Parameters<Reporter['answered']>[1],
    budget: Parameters<Reporter['answered']>[2],
  ): void {
    this.#write({ type: 'answer', taskId, message, turns: budget.turns, tokens: budget.tokens });
  }

  note(text: string): void {
    this.#write({ type: 'note', text });
  }

  whileAsking<T>(question: () => Promise<T>): Promise<T> {
    return question();
  }

  /** The last line of a run. */
  end(outcome: object): void {
    this.#write({ type: 'end', ...outcome });
  }

  /** A result is in the conversation already; the event has a preview of it. */
  #dataOf(event: AnyActivityEvent): object {
    if (event.type !== 'tool_call_end') return { data: event.data };
    const { result, ...data } = event.data;
    return { data: { ...data, ...(result !== undefined && { preview: this.#preview(result, 5) }) } };
  }

  #write(value: object): void {
    this.#out.line(JSON.stringify(value));
  }
}

const HIDDEN: ReadonlySet<string> = new Set(['tools_changed', 'approval_resolved', 'hook_start']);
