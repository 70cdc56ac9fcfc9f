import { analyzeCommand, type CommandAnalysis } from '@ku0/agent-runtime-tools-commands';

/**
 * Caches the analysis of short commands by text, working folder and home folder, which is all that it depends on. One
 * call is analysed several times: to be judged, shown and remembered.
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
