import type { ActivitySource } from '@ku0/agent-runtime-tools-core';
import { ChunkWriter } from '../terminal/chunk-writer.ts';
import { paintFor } from '../terminal/paint.ts';
import { ProgressLine } from '../terminal/progress-line.ts';
import type { Output } from '../terminal/output.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Shows a call while it runs: its output as it comes, and on a terminal a line of progress. */
export class LiveCall {
  readonly #chunks: ChunkWriter;
  readonly #progress: ProgressLine | undefined;
  readonly #shown = new Set<string>();
  #line = '';

  constructor(toolName: string, terminal: Terminal, output: Output) {
    this.#chunks = new ChunkWriter(output, paintFor(output));
    if (terminal.canRedraw) this.#progress = new ProgressLine(toolName, terminal.err, paintFor(terminal.err));
  }

  /** Whether the tool has shown output, and this line as a part of it. */
  hasShown(line: string): boolean {
    return this.#chunks.used && (line.trim() === '' || this.#shown.has(line.trim()));
  }

  get hasShownOutput(): boolean {
    return this.#chunks.used;
  }

  start(activity: ActivitySource): void {
    activity.subscribe('tool_output_chunk', ({ data }) => this.#show(data.chunk));
    activity.subscribe('tool_progress', ({ data }) => this.#progress?.update(data));
    this.#progress?.start();
  }

  /** Keeps the line of progress away while a person reads and types. */
  async pausedFor<T>(work: () => Promise<T>): Promise<T> {
    this.#progress?.stop();
    try {
      return await work();
    } finally {
      if (this.#chunks.atLineStart) this.#progress?.start();
    }
  }

  end(): void {
    this.#progress?.stop();
    this.#chunks.end();
  }

  #show(chunk: string): void {
    this.#progress?.stop();
    this.#remember(chunk);
    this.#chunks.write(chunk);
    // In the middle of a line there is no place for another one.
    if (this.#chunks.atLineStart) this.#progress?.start();
  }

  /** The first lines will do: a preview begins with them. */
  #remember(chunk: string): void {
    if (this.#shown.size >= MOST_REMEMBERED) return;
    const lines = (this.#line + chunk).split('\n');
    this.#line = (lines.at(-1) ?? '').slice(0, MOST_REMEMBERED);
    for (const line of lines.slice(0, MOST_REMEMBERED)) this.#shown.add(line.trim());
  }
}

const MOST_REMEMBERED = 1000;
