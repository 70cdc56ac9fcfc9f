import type { ActivitySource } from '@ku0/agent-runtime-tools-core';
import { ChunkWriter, type Output, paintFor, type Terminal } from '@ku0/agent-runtime-tools-terminal';
import { ProgressLine } from '../terminal/progress-line.ts';

/** Shows a running call: its output as it arrives and, on a terminal, a progress line. */
export class LiveCall {
  readonly #chunks: ChunkWriter;
  readonly #progress: ProgressLine | undefined;
  readonly #shownLines = new Set<string>();
  #lastLine = '';

  constructor(toolName: string, terminal: Terminal, output: Output) {
    this.#chunks = new ChunkWriter(output, paintFor(output));
    if (terminal.canRedraw) this.#progress = new ProgressLine(toolName, terminal.err, paintFor(terminal.err));
  }

  get hasShownOutput(): boolean {
    return this.#chunks.used;
  }

  /** Whether this line was part of the output. True for an empty line if there was any output. */
  hasShown(line: string): boolean {
    return this.#chunks.used && (line.trim() === '' || this.#shownLines.has(line.trim()));
  }

  start(activity: ActivitySource): void {
    activity.subscribe('tool_output_chunk', ({ data }) => this.#show(data.chunk));
    activity.subscribe('tool_progress', ({ data }) => this.#progress?.update(data));
    this.#progress?.start();
  }

  /** Hides the progress line during the work, for example while a person answers a question. */
  async withoutProgress<T>(work: () => Promise<T>): Promise<T> {
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
    // The progress line would overwrite an incomplete line.
    if (this.#chunks.atLineStart) this.#progress?.start();
  }

  /** Keeps only the first lines, because previews are taken from the start of the output. */
  #remember(chunk: string): void {
    if (this.#shownLines.size >= MAX_SHOWN_LINES) return;
    const lines = (this.#lastLine + chunk).split('\n');
    this.#lastLine = (lines.at(-1) ?? '').slice(0, MAX_LINE_CHARS);
    for (const line of lines.slice(0, MAX_SHOWN_LINES)) this.#shownLines.add(line.trim());
  }
}

const MAX_SHOWN_LINES = 1000;
const MAX_LINE_CHARS = 1000;
