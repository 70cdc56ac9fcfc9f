import type {
  Case,
  CommandNode,
  Command,
  CompoundList,
  Coproc,
  For,
  Function as ShellFunction,
  If,
  Redirected,
  Select,
  While,
} from 'unbash';
import type { CommandWord } from '../command-analysis.ts';
import { visitNestedWord, evaluateWord } from '../words/evaluate-word.ts';
import { variableConcern } from '../words/variables.ts';
import { walkRedirects } from './redirects.ts';
import { union, type Folders, type Outcome } from './scope.ts';
import { walkTest } from './test-expression.ts';
import { changesAttributes, LoopVariable } from './guesses/loop-variable.ts';
import type { OpenDefinition, Walker } from './walker.ts';

/** Analyses loops, conditions, groups, functions and everything else that contains other commands. */
export function walkCompound(node: Exclude<CommandNode, Command>, walker: Walker): Outcome {
  switch (node.type) {
    case 'Subshell':
      walker.inSubshell(() => walker.list(node.body));
      return walker.unchanged();
    case 'BraceGroup':
      return walker.list(node.body);
    case 'If':
      return walkIf(node, walker);
    case 'While':
      return walkLoop(
        walker,
        () => {
          walker.list(node.clause);
          walker.conditionally(() => walker.list(node.body));
        },
        node,
      );
    case 'For':
    case 'Select':
      return walkFor(node, walker);
    case 'ArithmeticFor':
      bashOnly(node, walker);
      for (const expression of [node.initialize, node.test, node.update]) {
        if (expression !== undefined) walker.arithmetic(expression, node);
      }
      return walkLoop(walker, () => walker.list(node.body), node);
    case 'Case':
      return walkCase(node, walker);
    case 'TestCommand':
      bashOnly(node, walker);
      walkTest(node.expression, walker);
      return walker.unchanged();
    case 'ArithmeticCommand':
      bashOnly(node, walker);
      walker.arithmetic(node.expression, node);
      return walker.unchanged();
    case 'Redirected':
      return walkRedirected(node, walker);
    case 'Function':
      return walkFunction(node, walker);
    case 'Coproc':
      return walkCoproc(node, walker);
    default:
      walker.problem('syntax', 'the construct is not supported', node);
      return walker.unchanged();
  }
}

function walkIf(node: If, walker: Walker): Outcome {
  let { success, failure } = walker.list(node.clause);
  let end: Folders = branch(node.then, success, walker);
  for (const elif of node.elif) {
    walker.scope.folders = failure;
    ({ success, failure } = walker.conditionally(() => walker.list(elif.clause)));
    end = union(end, branch(elif.then, success, walker));
  }
  end = union(end, node.else === undefined ? failure : branch(node.else, failure, walker));
  return endAt(walker, end);
}

function walkCase(node: Case, walker: Walker): Outcome {
  visitNestedWord(node.word, walker);
  const start = walker.scope.folders;
  let end = start;
  for (const item of node.items) {
    for (const pattern of item.pattern) visitNestedWord(pattern, walker);
    // `;&` falls through, so a branch may also start in the folder where an earlier one ended.
    end = union(end, branch(item.body, end, walker));
  }
  return endAt(walker, end);
}

function branch(list: CompoundList, start: Folders, walker: Walker): Folders {
  walker.scope.folders = start;
  const { success, failure } = walker.conditionally(() => walker.list(list));
  return union(success, failure);
}

function endAt(walker: Walker, folders: Folders): Outcome {
  walker.scope.folders = folders;
  return walker.unchanged();
}

function walkFor(node: For | Select, walker: Walker): Outcome {
  if (node.type === 'Select') bashOnly(node, walker);
  const concern = variableConcern(node.name.text);
  if (concern !== undefined) walker.problem('variable', concern, node.name);
  const values = (node.wordlist ?? []).flatMap((word) => evaluateWord(word, walker));
  const round = (): Outcome => walker.conditionally(() => walker.list(node.body));
  return walkLoop(
    walker,
    () =>
      isPlainList(node, values, walker)
        ? walkRounds(node, values, walker, round)
        : guessRound(node, values, walker, round),
    node,
  );
}

/** Whether all values of the loop are known, and few. */
function isPlainList(node: For | Select, values: readonly CommandWord[], walker: Walker): boolean {
  const { recorder, scope } = walker;
  if (node.type !== 'For' || values.length === 0 || values.length > MAX_ROUNDS) return false;
  if (scope.loops.has(node.name.text) || recorder.parts.some(changesAttributes)) return false;
  return values.every(
    ({ kind, value, pattern }) =>
      value !== '' && value.length <= MAX_VALUE_LENGTH && (kind === 'literal' || pattern !== undefined),
  );
}

function walkRounds(node: For | Select, values: readonly CommandWord[], walker: Walker, round: () => Outcome): void {
  const { recorder, scope } = walker;
  const name = node.name.text;
  const steps = STEPS_PER_ROUND + node.end - node.pos;
  for (const value of values) {
    if (!recorder.spendSteps(steps, walker.textOf(node.name), walker.spanOf(node))) break;
    const before = recorder.parts.length;
    const variable = new LoopVariable(name, value);
    scope.loops.set(name, variable);
    scope.variables.set(name, value.value);
    round();
    scope.loops.delete(name);
    if (variable.isDoubtful(recorder.parts.slice(before))) {
      walker.problem('variable', `${name} may be changed within the loop`, node.name);
    }
    // A body that does not use the variable does the same in every round.
    if (!variable.used) break;
  }
}

function guessRound(node: For | Select, values: readonly CommandWord[], walker: Walker, round: () => Outcome): void {
  const outer = walker.scope.loops.get(node.name.text);
  if (outer !== undefined) outer.changed = true;
  walker.scope.loops.delete(node.name.text);
  const [first] = values;
  if (first !== undefined) walker.scope.variables.set(node.name.text, first.value);
  round();
}

/** When the body changes the folder, the next round starts elsewhere, so the folders of its commands are unknown. */
function walkLoop(
  walker: Walker,
  walk: () => void,
  node: While | For | Select | { pos: number; end: number },
): Outcome {
  const start = walker.scope.folders;
  walk();
  if (walker.scope.folders !== start) walker.problem('folder', 'the folder changes within a loop', node);
  return endAt(walker, walker.scope.folders === start ? start : undefined);
}

function walkRedirected(node: Redirected, walker: Walker): Outcome {
  walkRedirects(node.redirects, walker, { text: walker.textOf(node), span: walker.spanOf(node) });
  return walkCompound(node.command, walker);
}

function walkFunction(node: ShellFunction, walker: Walker): Outcome {
  walker.problem('function', 'it defines a function, which may stand for any command', node.name);
  const definition: OpenDefinition = {
    name: node.name.value,
    selfCalls: 0,
    forks: false,
    starts: [],
    forkDepth: 0,
    conditions: 0,
  };
  const inner = walker.nestedWalker(walker.frame, walker.scope.fork(), definition);
  if (node.body.type === 'CompoundList') inner.list(node.body);
  else walkCompound(node.body, inner);
  const { name, selfCalls, forks, starts } = definition;
  walker.recorder.functions.push({ name, selfCalls, forks, ...(starts.length > 0 && { startsInBackground: starts }) });
  return walker.unchanged();
}

function walkCoproc(node: Coproc, walker: Walker): Outcome {
  bashOnly(node, walker);
  const loop = node.name === undefined ? undefined : walker.scope.loops.get(node.name.text);
  if (loop !== undefined) loop.changed = true;
  const concern = node.name === undefined ? undefined : variableConcern(node.name.text);
  if (concern !== undefined) walker.problem('variable', concern, node);
  const { body } = node;
  walker.inSubshell(() => {
    if (body.type === 'CompoundList') walker.list(body);
    else walker.command(body);
  });
  return walker.unchanged();
}

function bashOnly(node: { pos: number; end: number }, walker: Walker): void {
  if (walker.dialect === 'posix') walker.problem('syntax', 'this means different things in different shells', node);
}

const MAX_ROUNDS = 16;
const STEPS_PER_ROUND = 100;
/** Limits the growth of values in nested loops. */
const MAX_VALUE_LENGTH = 500;
