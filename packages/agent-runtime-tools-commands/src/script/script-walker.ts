import type {
  AndOr,
  ArithmeticExpression,
  CompoundList,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Statement,
  CommandNode,
} from 'unbash';
import type { KnownInput } from '../calls/call.ts';
import type { CommandWord, ProblemKind, Span } from '../command-analysis.ts';
import { checkArithmetic } from '../words/arithmetic.ts';
import { literalWord } from '../words/evaluate-word.ts';
import type { SourceRange } from '../words/word-context.ts';
import { walkCompound } from './compound-command.ts';
import type { Frame } from './frame.ts';
import { guessOutput } from './guesses/guess-output.ts';
import { filteredFiles, listedFiles } from './guesses/listed-files.ts';
import type { Recorder } from './recorder.ts';
import { union, type Outcome, type Scope } from './scope.ts';
import { walkSimpleCommand } from './simple-command.ts';
import type { OpenDefinition, Walker } from './walker.ts';

/** Follows a script the way the shell would run it, and records every command it meets on any branch. */
export class ScriptWalker implements Walker {
  readonly recorder: Recorder;
  readonly frame: Frame;
  scope: Scope;
  input: KnownInput | undefined;
  readonly definition: OpenDefinition | undefined;
  /** A guess at what the last pipeline printed. */
  private printed: string | undefined;

  constructor(recorder: Recorder, frame: Frame, scope: Scope, definition?: OpenDefinition) {
    this.recorder = recorder;
    this.frame = frame;
    this.scope = scope;
    this.definition = definition;
  }

  get home(): string {
    return this.recorder.home;
  }

  get dialect(): 'bash' | 'posix' {
    return this.frame.dialect;
  }

  script(script: ParsedScript): Outcome {
    for (const error of script.errors ?? []) {
      this.problem('syntax', `it cannot be parsed: ${error.message}`, { pos: error.pos, end: error.pos + 20 });
    }
    return this.statements(script.commands);
  }

  list(list: CompoundList): Outcome {
    return this.statements(list.commands);
  }

  statements(statements: readonly Statement[]): Outcome {
    let outcome = this.unchanged();
    for (const statement of statements) {
      if (!this.recorder.hasCapacity) break;
      outcome = this.statement(statement);
    }
    return outcome;
  }

  statement(statement: Statement): Outcome {
    if (statement.background !== true) return this.andOr(statement.command);
    this.inSubshell(() => this.andOr(statement.command));
    return this.unchanged();
  }

  inSubshell(walk: () => void): void {
    const outer = this.scope;
    const { definition } = this;
    this.scope = outer.fork();
    if (definition !== undefined) definition.forkDepth++;
    walk();
    if (definition !== undefined) definition.forkDepth--;
    this.scope = outer;
  }

  conditionally<T>(walk: () => T): T {
    const { definition } = this;
    if (definition !== undefined) definition.conditions++;
    const result = walk();
    if (definition !== undefined) definition.conditions--;
    return result;
  }

  nestedWalker(frame: Frame, scope: Scope, definition?: OpenDefinition): Walker {
    return new ScriptWalker(this.recorder, frame, scope, definition);
  }

  unchanged(): Outcome {
    return { success: this.scope.folders, failure: this.scope.folders };
  }

  command(node: CommandNode, stdin?: KnownInput): Outcome {
    if (!this.recorder.hasCapacity) return this.unchanged();
    return node.type === 'Command' ? walkSimpleCommand(node, this, stdin) : walkCompound(node, this);
  }

  substitution(script: ParsedScript | undefined, node: SourceRange): string | undefined {
    if (script === undefined) {
      this.problem('syntax', 'a substitution cannot be parsed', node);
      return undefined;
    }
    if (!this.recorder.hasCapacity) return undefined;
    if (this.frame.depth >= this.recorder.limits.maxDepth) {
      this.problem('too-deep', 'it is nested too deeply', node);
      return undefined;
    }
    const before = this.recorder.parts.length;
    const nested = script.source === undefined ? {} : { source: script.source, span: this.spanOf(node) };
    const frame: Frame = { ...this.frame, ...nested, depth: this.frame.depth + 1 };
    const inner = new ScriptWalker(this.recorder, frame, this.scope.fork(), this.definition);
    inner.script(script);
    const last = this.recorder.parts.length - 1;
    return inner.printed ?? (last >= before ? guessOutput(this.recorder.parts[last]) : undefined);
  }

  arithmetic(expression: ArithmeticExpression | undefined, node: SourceRange): void {
    checkArithmetic(expression, node, this);
  }

  problem(kind: ProblemKind, why: string, node: SourceRange): void {
    this.recorder.problem(kind, why, this.textOf(node), this.spanOf(node));
  }

  knownValue(name: string): CommandWord | undefined {
    const loop = this.scope.loops.get(name);
    if (loop === undefined) {
      const [folder, ...others] = name === 'PWD' ? (this.scope.folders ?? []) : [];
      return folder === undefined || others.length > 0 ? undefined : literalWord(folder);
    }
    loop.used = true;
    return loop.value;
  }

  guessVariable(name: string): string | undefined {
    const assigned = this.scope.variables.get(name);
    if (assigned !== undefined) return assigned;
    if (name === 'HOME') return this.home;
    if (name === 'FUNCNAME') return this.definition?.name;
    return name === 'PWD' ? (this.scope.folders?.[0] ?? this.scope.likelyFolder) : USUAL_VALUES.get(name);
  }

  textOf(node: SourceRange): string {
    return this.frame.source.slice(node.pos, node.end);
  }

  spanOf(node: SourceRange): Span {
    return this.frame.span ?? { start: node.pos, end: node.end };
  }

  private andOr(node: PipelineNode | AndOr): Outcome {
    if (node.type !== 'AndOr') return this.pipeline(node);
    let outcome = this.unchanged();
    for (const [at, command] of node.commands.entries()) {
      const operator = at === 0 ? undefined : node.operators[at - 1];
      if (operator !== undefined) this.scope.folders = operator === '&&' ? outcome.success : outcome.failure;
      const next = operator === undefined ? this.pipeline(command) : this.conditionally(() => this.pipeline(command));
      if (operator === '&&') outcome = { success: next.success, failure: union(outcome.failure, next.failure) };
      else if (operator === '||') outcome = { success: union(outcome.success, next.success), failure: next.failure };
      else outcome = next;
    }
    this.scope.folders = union(outcome.success, outcome.failure);
    return outcome;
  }

  private pipeline(node: PipelineNode): Outcome {
    if (node.type !== 'Pipeline') return this.command(node);
    return this.prefixed(node, node.commands.length > 1 ? this.stages(node) : this.onlyStage(node));
  }

  private onlyStage(node: Pipeline): Outcome {
    const [only] = node.commands;
    return only === undefined ? this.unchanged() : this.command(only);
  }

  private stages(node: Pipeline): Outcome {
    let stdin: KnownInput | undefined;
    const outerPipe = this.recorder.pipedFrom;
    for (const [at, command] of node.commands.entries()) {
      if (at > 0 && node.operators[at - 1] === '|&' && this.dialect === 'posix') {
        this.problem('syntax', '|& means different things in different shells', node);
      }
      const before = this.recorder.parts.length;
      const input = stdin;
      this.inSubshell(() => this.command(command, input));
      this.recorder.pipedFrom = { start: before, end: this.recorder.parts.length };
      const printed =
        this.recorder.parts.length === before + 1 ? guessOutput(this.recorder.parts[before], this.input) : undefined;
      const isOne = this.recorder.parts.length === before + 1;
      const part = isOne && node.operators[at] === '|' ? this.recorder.parts[before] : undefined;
      const files = listedFiles(part) ?? filteredFiles(part, input?.files);
      if (files !== undefined) stdin = { text: '', isCertain: false, files };
      else stdin = printed === undefined ? undefined : { text: printed, isCertain: false };
      this.printed = printed;
    }
    this.recorder.pipedFrom = outerPipe;
    return this.unchanged();
  }

  private prefixed(node: Pipeline, outcome: Outcome): Outcome {
    let result = outcome;
    for (const prefix of node.prefixes) {
      if (prefix.type === 'Negation') result = { success: result.failure, failure: result.success };
      else if (this.dialect === 'posix') this.problem('syntax', 'not every shell has the keyword time', prefix);
    }
    return result;
  }
}

const USUAL_VALUES: ReadonlyMap<string, string> = new Map([
  ['IFS', ' '],
  ['PATH', '/usr/local/bin:/usr/bin:/bin'],
  ['SHELL', '/bin/bash'],
  ['BASH', '/bin/bash'],
  ['0', 'bash'],
]);
