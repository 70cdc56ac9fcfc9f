import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { parse } from 'unbash';
import type { CommandAnalysis } from './command-analysis.ts';
import { complexityConcern } from './script/text-checks/complexity.ts';
import { encodingConcern } from './script/text-checks/encoding.ts';
import { Recorder } from './script/recorder.ts';
import { recordCommand } from './script/record-command.ts';
import { Scope } from './script/scope.ts';
import { ScriptWalker } from './script/script-walker.ts';
import { literalWord } from './words/evaluate-word.ts';

export interface AnalyzeOptions {
  /** The folder the command starts in. Default: that of this process. */
  readonly cwd?: string;
  /** The folder that `~` stands for. Default: the user's home folder. */
  readonly home?: string;
  /**
   * The shell that will run the command. Default 'bash'. 'posix' is any other `sh`: syntax that differs is a problem.
   */
  readonly shell?: 'bash' | 'posix';
  /** Longer commands are not analysed. Default 10,000 characters. */
  readonly maxLength?: number;
  /** How deep substitutions and wrappers may be nested. Default 16. */
  readonly maxDepth?: number;
  /** How many commands a text may contain. Default 500. */
  readonly maxParts?: number;
}

/**
 * Analyses what a shell command runs, reads and writes. Never throws: anything that is not understood becomes a
 * problem.
 */
export function analyzeCommand(text: string, options: AnalyzeOptions = {}): CommandAnalysis {
  const recorder = recorderFor(options);
  const cwd = startFolder(options.cwd);
  const whole = { start: 0, end: text.length };
  if (text.includes('\0')) recorder.problem('nul', 'it contains a NUL character', text, whole);
  const limit = options.maxLength ?? 10_000;
  if (text.length > limit) {
    recorder.problem('too-long', `the command is longer than ${limit} characters`, text, whole);
    return finish(text, cwd, recorder);
  }
  const excess = complexityConcern(text);
  if (excess !== undefined) {
    recorder.problem('too-complex', excess, text, whole);
    return finish(text, cwd, recorder);
  }
  const concern = encodingConcern(text);
  if (concern !== undefined) recorder.problem('encoding', concern, text, whole);
  try {
    const frame = { source: text, dialect: options.shell ?? 'bash', depth: 0, via: [] } as const;
    new ScriptWalker(recorder, frame, new Scope([cwd])).script(parse(text));
  } catch {
    // The parser or the walker failed, for example because the nesting exceeds the stack.
    recorder.problem('syntax', 'the command cannot be analysed', text, whole);
  }
  return finish(text, cwd, recorder);
}

/** The same for a program that is started without a shell: every argument is literal. */
export function analyzeArgv(argv: readonly string[], options: AnalyzeOptions = {}): CommandAnalysis {
  const recorder = recorderFor(options);
  const cwd = startFolder(options.cwd);
  const text = argv.join(' ');
  const whole = { start: 0, end: text.length };
  if (text.includes('\0')) recorder.problem('nul', 'an argument contains a NUL character', text, whole);
  if (text.length > (options.maxLength ?? 10_000)) {
    recorder.problem('too-long', 'the command is too long', text, whole);
    return finish(text, cwd, recorder);
  }
  if (argv.length > MAX_ARGUMENTS) {
    recorder.problem('too-complex', 'it has too many arguments', text, whole);
    return finish(text, cwd, recorder);
  }
  const frame = { source: text, span: whole, dialect: options.shell ?? 'bash', depth: 0, via: [] } as const;
  const command = { text, span: whole, assignments: [], redirects: [], redirectPaths: [] };
  try {
    const walker = new ScriptWalker(recorder, frame, new Scope([cwd]));
    recordCommand(
      argv.map((word) => literalWord(word)),
      command,
      walker,
      { stdin: undefined },
    );
  } catch {
    recorder.problem('syntax', 'the command cannot be analysed', text, whole);
  }
  return finish(text, cwd, recorder);
}

function recorderFor(options: AnalyzeOptions): Recorder {
  return new Recorder(options.home ?? userHome(), {
    maxDepth: options.maxDepth ?? 16,
    maxParts: options.maxParts ?? 500,
  });
}

function startFolder(cwd: string | undefined): string {
  try {
    return resolve(cwd ?? '.');
  } catch {
    // The folder of this process has been deleted.
    return '/nonexistent';
  }
}

function userHome(): string {
  try {
    return homedir();
  } catch {
    return '/nonexistent';
  }
}

function finish(text: string, cwd: string, { parts, problems, functions, home }: Recorder): CommandAnalysis {
  return { text, cwd, home, complete: problems.length === 0, problems, parts, functions };
}

const MAX_ARGUMENTS = 10_000;
