import { posix } from 'node:path';
import { parse } from 'unbash';
import { analyzeCall } from '../calls/analyze-call.ts';
import type { KnownInput } from '../calls/call.ts';
import type { Findings, NestedRun, NestedShell } from '../calls/findings.ts';
import type { CommandWord, PathUse } from '../command-analysis.ts';
import { complexityConcern } from './text-checks/complexity.ts';
import type { CommandContext } from './command-context.ts';
import { trackVariables, setPositionalParameters } from './guesses/track-variables.ts';
import { changeFolder, union, type Outcome, type Scope } from './scope.ts';
import type { Walker } from './walker.ts';

export interface CommandDetails {
  readonly stdin: KnownInput | undefined;
  readonly via?: readonly string[];
  readonly parent?: number;
  readonly offset?: number;
  readonly depth?: number;
}

/**
 * Records a command and everything it runs in turn.
 *
 *     sudo sh -c 'rm x'   ->  parts sudo, sh and rm
 */
export function recordCommand(
  words: readonly CommandWord[],
  command: CommandContext,
  walker: Walker,
  details: CommandDetails,
): Outcome {
  const { recorder, frame, scope } = walker;
  const via = details.via ?? frame.via;
  const parent = details.parent ?? frame.parent;
  const depth = details.depth ?? frame.depth;
  if (depth > recorder.limits.maxDepth) {
    recorder.problem('too-deep', 'it is nested too deeply', command.text, command.span);
    return walker.unchanged();
  }
  const [name] = words;
  if (name === undefined || !recorder.spendSteps(STEPS_PER_PART + words.length, command.text, command.span)) {
    return walker.unchanged();
  }
  if (name.kind !== 'literal') {
    recorder.problem('dynamic-name', 'which program runs is not known beforehand', name.text, command.span);
  }
  noteSelfCall(name.value, walker);
  const { program, found } = analyzeCall(words, details.stdin);
  trackVariables(words, program, details.stdin, scope);
  const index = recorder.add({
    text: command.text,
    span: command.span,
    argv: words.map((word) => word.value),
    words,
    program,
    dynamic: words.some((word) => word.kind !== 'literal'),
    via,
    ...(parent !== undefined && { parent }),
    ...(details.offset !== undefined && { offset: details.offset }),
    neutral: found.neutral,
    assignments: command.assignments,
    redirects: command.redirects,
    cwds: scope.folders,
    ...(scope.folders === undefined && scope.likelyFolder !== undefined && { likelyCwd: scope.likelyFolder }),
    paths: concat(command.redirectPaths, found.paths),
    hazards: found.hazards,
    forms: found.forms,
    suggestion: found.suggestion,
  });
  for (const nested of found.nested) {
    if (!recorder.hasCapacity) break;
    recordNested(nested, { words, command, walker, via, index, depth, stdin: details.stdin });
  }
  return outcomeOf(found, walker);
}

interface NestedContext {
  readonly words: readonly CommandWord[];
  readonly command: CommandContext;
  readonly walker: Walker;
  readonly via: readonly string[];
  readonly index: number;
  readonly depth: number;
  readonly stdin: KnownInput | undefined;
}

function recordNested(nested: NestedRun, context: NestedContext): void {
  const via = [...context.via, nested.label];
  if (nested.type === 'shell') {
    recordShellScript(nested, context, via);
    return;
  }
  const { command, walker } = context;
  const inner: CommandContext = { ...command, assignments: nested.assignments, redirects: [], redirectPaths: [] };
  recordCommand(nested.words, inner, walker, {
    stdin: nested.input === 'inherited' ? context.stdin : undefined,
    via,
    parent: context.index,
    depth: context.depth + 1,
    ...(nested.offset !== undefined && { offset: nested.offset }),
  });
}

/** Analyses a script for another shell, or for this one by `eval`. */
function recordShellScript(nested: NestedShell, context: NestedContext, via: readonly string[]): void {
  const { command, walker, depth } = context;
  const { recorder, frame, scope } = walker;
  if (depth >= recorder.limits.maxDepth) {
    recorder.problem('too-deep', 'it is nested too deeply', command.text, command.span);
    return;
  }
  if (!recorder.spendSteps(nested.script.length >> 2, command.text, command.span)) return;
  const excess = complexityConcern(nested.script);
  if (excess !== undefined) {
    recorder.problem('too-complex', excess, command.text, command.span);
    return;
  }
  const inner = walker.nestedWalker(
    {
      source: nested.script,
      span: command.span,
      dialect: nested.dialect ?? frame.dialect,
      depth: depth + 1,
      via,
      parent: context.index,
    },
    nested.sameShell === true ? scope : withArguments(scope.newShell(), nested.arguments ?? []),
    walker.definition,
  );
  inner.script(parse(nested.script));
}

/** Sets the arguments of `sh -c 'script' name a b` as guesses. */
function withArguments(scope: Scope, args: readonly string[]): Scope {
  if (args.length > 1) setPositionalParameters(scope, args.slice(1));
  return scope;
}

function outcomeOf(found: Findings, walker: Walker): Outcome {
  const before = walker.scope.folders;
  if (found.directory === undefined) return walker.unchanged();
  const likely = found.directory.to ?? found.directory.guess;
  walker.scope.likelyFolder =
    likely === undefined
      ? undefined
      : posix.resolve(walker.scope.likelyFolder ?? '/', likely.replace(/^~(?=\/|$)/, walker.home));
  const success = changeFolder(before, found.directory.to);
  walker.scope.folders = union(before, success);
  return { success, failure: before };
}

function noteSelfCall(name: string, walker: Walker): void {
  const { definition } = walker;
  if (definition === undefined || definition.conditions > 0) return;
  if (definition.forkDepth > 0 && definition.starts.length < MAX_STARTS) definition.starts.push(name);
  if (definition.name !== name) return;
  definition.selfCalls++;
  if (definition.forkDepth > 0) definition.forks = true;
}

function concat(a: readonly PathUse[], b: readonly PathUse[]): readonly PathUse[] {
  return a.length === 0 ? b : b.length === 0 ? a : [...a, ...b];
}

const STEPS_PER_PART = 1;
const MAX_STARTS = 20;
