import type { ParameterExpansionPart, Word } from 'unbash';
import { variableConcern } from './variables.ts';
import type { WordHost } from './word-host.ts';

/**
 * Reports the forms of `${...}` that run something by themselves: subscripts and offsets are arithmetic, which
 * evaluates the values of variables; `${!x}` evaluates a name; `${x@P}` expands a value as a prompt.
 */
export function checkParameter(
  part: ParameterExpansionPart,
  host: WordHost,
  visit: (word: Word | undefined) => void,
): void {
  if (part.prefix === '!') host.problem('expansion', 'an indirect expansion can run commands', part);
  if (part.index !== undefined) {
    visit(part.index);
    if (!/^(?:[@*]|\d+)$/.test(part.index.text)) {
      host.problem('expansion', 'a subscript is evaluated and can run commands', part);
    }
  }
  const { operation } = part;
  if (operation === undefined) return;
  switch (operation.type) {
    case 'Default':
      visit(operation.operand);
      if (operation.operator.endsWith('=')) {
        const concern = variableConcern(part.parameter);
        if (concern !== undefined) host.problem('variable', concern, part);
      }
      return;
    case 'Remove':
      visit(operation.operand);
      return;
    case 'Replace':
      visit(operation.pattern);
      visit(operation.replacement);
      return;
    case 'CaseModification':
      visit(operation.operand);
      return;
    case 'Slice':
      visit(operation.offset);
      visit(operation.length);
      if (!isNumber(operation.offset) || !isNumber(operation.length)) {
        host.problem('expansion', 'an offset is evaluated and can run commands', part);
      }
      return;
    case 'Transform':
      visit(operation.operand);
      if (!/^[QUuLEKkAa]$/.test(operation.operand.text)) {
        host.problem('expansion', 'the expansion @P runs what is in the value', part);
      }
      return;
    default:
      host.problem('expansion', 'the expansion is not known here', part);
  }
}

function isNumber(word: Word | undefined): boolean {
  return word === undefined || /^\s*-?\d+$/.test(word.text);
}
