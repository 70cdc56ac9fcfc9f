import type { ParameterExpansionPart, Word } from 'unbash';
import { variableConcern } from './variables.ts';
import type { WordContext } from './word-context.ts';

/**
 * Reports the forms of `${...}` that can run commands: subscripts and offsets are arithmetic, which evaluates the
 * values of variables; `${!x}` evaluates a name; `${x@P}` expands a value as a prompt. Returns a guess at the value, if
 * there is one. `visit` analyses a nested word and returns a guess at it.
 */
export function checkParameter(
  part: ParameterExpansionPart,
  host: WordContext,
  visit: (word: Word | undefined) => string,
): string | undefined {
  if (part.prefix === '!') host.problem('expansion', 'an indirect expansion can run commands', part);
  if (part.index !== undefined) {
    visit(part.index);
    if (!/^(?:[@*]|\d+)$/.test(part.index.text)) {
      host.problem('expansion', 'a subscript is evaluated and can run commands', part);
    }
  }
  const { operation } = part;
  const value = guessAt(part, host);
  if (operation === undefined) return value;
  switch (operation.type) {
    case 'Default': {
      const operand = visit(operation.operand);
      if (operation.operator.endsWith('=')) {
        const concern = variableConcern(part.parameter);
        if (concern !== undefined) host.problem('variable', concern, part);
      }
      // An unknown variable may be empty or set, so the guess is the word in the text.
      if (operation.operator.endsWith('+')) return operand;
      return value || (operation.operator.endsWith('?') ? value : operand);
    }
    case 'Remove':
      visit(operation.operand);
      return value;
    case 'Replace':
      visit(operation.pattern);
      visit(operation.replacement);
      return value;
    case 'CaseModification':
      visit(operation.operand);
      return operation.operator.startsWith('^') ? value?.toUpperCase() : value?.toLowerCase();
    case 'Slice': {
      const from = visit(operation.offset);
      const length = visit(operation.length);
      if (!isNumber(operation.offset) || !isNumber(operation.length)) {
        host.problem('expansion', 'an offset is evaluated and can run commands', part);
        return value;
      }
      return value === undefined
        ? undefined
        : sliced(value, Number(from), operation.length === undefined ? undefined : Number(length));
    }
    case 'Transform':
      visit(operation.operand);
      if (!/^[QUuLEKkAa]$/.test(operation.operand.text)) {
        host.problem('expansion', 'the expansion @P runs commands in the value', part);
      }
      return value;
    default:
      host.problem('expansion', 'the expansion is not supported', part);
      return undefined;
  }
}

function sliced(value: string, offset: number, length: number | undefined): string {
  const from = offset < 0 ? Math.max(value.length + offset, 0) : offset;
  return value.slice(from, length === undefined ? undefined : length < 0 ? length : from + length);
}

function guessAt(part: ParameterExpansionPart, host: WordContext): string | undefined {
  if (part.prefix === '#') return undefined;
  const value = host.guessVariable(part.parameter);
  return part.prefix === '!' && value !== undefined ? host.guessVariable(value) : value;
}

function isNumber(word: Word | undefined): boolean {
  return word === undefined || /^\s*-?\d+$/.test(word.text);
}
