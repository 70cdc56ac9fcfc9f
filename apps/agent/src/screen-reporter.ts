import type { ActivityEvent, ActivitySource, PartialToolUse, ToolView } from '@ku0/agent-runtime-tools-core';
import { checklistLines } from '@ku0/agent-runtime-tools-task';
import { ChunkWriter, cutToWidth, paintFor, type Paint, type Terminal } from '@ku0/agent-runtime-tools-terminal';
import { argumentSummary } from './argument-summary.ts';
import type { Reporter } from './reporter.ts';

/** Shows a session to a person. What the model says goes to stdout, everything else to stderr. */
export class ScreenReporter implements Reporter {
  readonly #terminal: Terminal;
  readonly #preview: ToolView['preview'];
  readonly #paint: Paint;
  #text: ChunkWriter | undefined;
  /** The line that is redrawn in place, or empty. */
  #status = '';
  #isAsking = false;

  constructor(terminal: Terminal, preview: ToolView['preview']) {
    this.#terminal = terminal;
    this.#preview = preview;
    this.#paint = paintFor(terminal.err);
  }

  follow(activity: ActivitySource): void {
    activity.subscribe('tool_call_start', (event) => this.#callStarted(event));
    activity.subscribe('tool_call_end', (event) => this.#callEnded(event));
    activity.subscribe('hook_context', ({ data }) =>
      this.#line(this.#paint.dim(`  ↳ a hook adds: ${firstLine(data.context)}`)),
    );
    activity.subscribe('mode_changed', ({ data }) => this.note(`${data.mode} mode`));
    activity.subscribe('todos_changed', ({ data }) => {
      for (const line of checklistLines(data.todos)) this.#line(this.#paint.dim(`  ${line}`));
    });
    activity.subscribe('agent_start', ({ data }) =>
      this.note(`a sub-agent starts: ${firstLine(data.description ?? data.prompt)}`),
    );
    activity.subscribe('agent_end', ({ data }) => this.note(`the sub-agent has ended after ${data.turns} turns`));
  }

  streamOf(): ReturnType<Reporter['streamOf']> {
    return {
      onText: (text) => this.#write(text),
      onPartial: (partial) => this.#showPartial(partial),
      onRetry: (reason) => this.note(`asking the model again: ${reason}`),
    };
  }

  answered(): void {
    this.#endText();
    this.#clearStatus();
  }

  note(text: string): void {
    this.#line(this.#paint.yellow(`! ${text}`));
  }

  async whileAsking<T>(question: () => Promise<T>): Promise<T> {
    this.#endText();
    this.#clearStatus();
    this.#isAsking = true;
    try {
      return await question();
    } finally {
      this.#isAsking = false;
    }
  }

  #callStarted({ data }: ActivityEvent<'tool_call_start'>): void {
    if (SHOWN_OTHERWISE.has(data.toolName)) return;
    const { bold, dim, cyan } = this.#paint;
    const room = this.#terminal.err.columns - data.toolName.length - 4;
    this.#line(`${cyan('→')} ${bold(data.toolName)} ${dim(cutToWidth(argumentSummary(data.sent), room))}`);
  }

  #callEnded({ data: { toolName, success, result } }: ActivityEvent<'tool_call_end'>): void {
    if (success && SHOWN_OTHERWISE.has(toolName)) return;
    const { green, red, dim, plain } = this.#paint;
    const width = this.#terminal.err.columns - 5;
    const lines = (result === undefined ? [] : this.#preview(result, 3)).filter((line) => line.trim() !== '');
    const [first = '', ...more] = lines.map((line) => cutToWidth(line, width));
    const mark = success ? green('✓') : red('✗');
    const summary = cutToWidth(first, width - toolName.length);
    this.#line(`  ${mark} ${dim(toolName)} ${success ? plain(summary) : red(summary)}`);
    for (const line of more) this.#line(`    ${dim(line)}`);
  }

  #showPartial({ name, params }: PartialToolUse): void {
    if (!this.#terminal.canRedraw || this.#isAsking) return;
    this.#endText();
    this.#clearStatus();
    const { err } = this.#terminal;
    this.#status = cutToWidth(`… ${name} ${argumentSummary(params)}`, err.columns - 1);
    err.write(this.#paint.dim(this.#status));
  }

  #clearStatus(): void {
    if (this.#status !== '') this.#terminal.err.write('\r\u001b[2K');
    this.#status = '';
  }

  #write(text: string): void {
    this.#clearStatus();
    if (this.#text === undefined) this.#terminal.err.line();
    this.#text ??= new ChunkWriter(this.#terminal.out, paintFor(this.#terminal.out));
    this.#text.write(text);
  }

  #endText(): void {
    this.#text?.end();
    this.#text = undefined;
  }

  #line(line: string): void {
    this.#endText();
    this.#clearStatus();
    this.#terminal.err.line(line);
  }
}

/** Tools whose successful calls show in another way: as a list, or as the end of the run. */
const SHOWN_OTHERWISE: ReadonlySet<string> = new Set(['attempt_completion', 'todo_write']);

function firstLine(text: string): string {
  return cutToWidth(text.trim().split('\n')[0] ?? '', 100);
}
