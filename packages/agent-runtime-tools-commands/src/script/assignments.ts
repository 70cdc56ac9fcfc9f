import type { Assignment, Word } from 'unbash';
import type { AssignmentUse } from '../command-analysis.ts';
import { evaluateAsOneWord, evaluateWord, visitNestedWord } from '../words/evaluate-word.ts';
import { environmentConcern, variableConcern } from '../words/variables.ts';
import type { Walker } from './walker.ts';

/**
 * Evaluates an assignment. `A=1 command` sets the environment of the command; `A=1` alone sets a variable of the shell.
 */
export function evaluateAssignment(node: Assignment, walker: Walker, alone: boolean): AssignmentUse {
  if (node.index !== undefined) {
    visitNestedWord(node.index, walker);
    if (!/^\d+$/.test(node.index.text)) {
      walker.problem('expansion', 'a subscript is evaluated and can run commands', node);
    }
  }
  const loop = walker.scope.loops.get(node.name);
  if (loop !== undefined) loop.changed = true;
  const value = node.value.type === 'Word' ? scalar(node.value, walker) : list(node.value.elements, node, walker);
  const concern = alone ? variableConcern(node.name) : environmentConcern(node.name, value);
  if (alone) {
    const guess = value ?? (node.value.type === 'Word' ? undefined : listGuess(node.value.elements));
    if (guess === undefined) walker.scope.variables.delete(node.name);
    else walker.scope.variables.set(node.name, guess);
  }
  return { name: node.name, value: value ?? '', text: walker.textOf(node), ...(concern !== undefined && { concern }) };
}

function scalar(value: Word, walker: Walker): string | undefined {
  if (value.text === '') return '';
  // The value of an assignment is not split, and globs and braces are not expanded.
  const word = evaluateAsOneWord(value, walker);
  return word.kind === 'unknown' ? undefined : word.value;
}

function list(elements: readonly Word[], node: Assignment, walker: Walker): undefined {
  if (walker.dialect === 'posix') walker.problem('syntax', 'not every shell has lists', node);
  for (const element of elements) {
    evaluateWord(element, walker);
    if (element.text.startsWith('[') && !/^\[\d+\]\+?=/.test(element.text)) {
      walker.problem('expansion', 'a subscript is evaluated and can run commands', element);
    }
  }
  return undefined;
}

function listGuess(elements: readonly Word[]): string | undefined {
  return elements.length > 0 && elements.length < 20 ? elements.map((element) => element.value).join(' ') : undefined;
}
