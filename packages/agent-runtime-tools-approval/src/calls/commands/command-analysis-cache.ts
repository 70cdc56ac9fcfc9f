import { analyzeCommand, type CommandAnalysis } from '@ku0/agent-runtime-tools-commands';

/**
 * What short commands were found to be. A command means the same as long as its text and its folders are the same, and
 * the same ones come again and again: in one call to be judged, to be shown and to be remembered.
 */
export class CommandAnalysisCache {
  readonly #byPlace = new Map<string, Map<string, CommandAnalysis>>();
  #count = 0;

  analyze(text: string, cwd: string, home?: string): CommandAnalysis {
    const options = home === undefined ? { cwd } : { cwd, home };
    if (text.length > MAX_LENGTH) return analyzeCommand(text, options);
    const place = `${home ?? process.env['HOME'] ?? ''}\0${cwd}`;
    let known = this.#byPlace.get(place);
    let analysis = known?.get(text);
    if (analysis !== undefined) return analysis;
    analysis = analyzeCommand(text, options);
    if (this.#count >= MAX_ENTRIES) {
      this.#byPlace.clear();
      this.#count = 0;
      known = undefined;
    }
    if (known === undefined) {
      known = new Map<string, CommandAnalysis>();
      this.#byPlace.set(place, known);
    }
    known.set(text, analysis);
    this.#count++;
    return analysis;
  }
}

const MAX_LENGTH = 500;
const MAX_ENTRIES = 500;
