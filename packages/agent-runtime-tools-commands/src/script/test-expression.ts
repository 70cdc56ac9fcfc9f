import type { TestExpression, Word } from 'unbash';
import { evaluateAsOneWord, visitNestedWord } from '../words/evaluate-word.ts';
import { IDENTIFIER } from '../words/variables.ts';
import { addBarePart } from './redirects.ts';
import type { Walker } from './walker.ts';

/** `[[ ... ]]`: comparing numbers and asking about variables evaluates the operands, which can run commands. */
export function walkTest(expression: TestExpression, walker: Walker): void {
  switch (expression.type) {
    case 'TestLogical':
      for (const operand of expression.operands) walkTest(operand, walker);
      return;
    case 'TestNot':
      walkTest(expression.operand, walker);
      return;
    case 'TestGroup':
      walkTest(expression.expression, walker);
      return;
    case 'TestBinary':
      visitNestedWord(expression.left, walker);
      visitNestedWord(expression.right, walker);
      if (NUMBERS.has(expression.operator) && !(isNumber(expression.left) && isNumber(expression.right))) {
        walker.problem('expansion', 'a comparison of numbers evaluates its operands and can run commands', expression);
      }
      return;
    case 'TestUnary':
      walkUnary(expression.operator, expression.operand, walker);
  }
}

function walkUnary(operator: string, operand: Word, walker: Walker): void {
  if (operator === '-v' || operator === '-R') {
    visitNestedWord(operand, walker);
    if (!IDENTIFIER.test(operand.text)) {
      walker.problem('expansion', 'a subscript is evaluated and can run commands', operand);
    }
    return;
  }
  const value = evaluateAsOneWord(operand, walker);
  if (!FILES.test(operator) || value.kind !== 'literal') return;
  addBarePart(
    walker,
    { text: walker.textOf(operand), span: walker.spanOf(operand) },
    [],
    [{ access: 'read', path: value.value, intended: true }],
  );
}

function isNumber(word: Word): boolean {
  return /^-?\d+$/.test(word.text);
}

const NUMBERS: ReadonlySet<string> = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);
const FILES = /^-[abcdefghkprsuwxGLNOS]$/;
