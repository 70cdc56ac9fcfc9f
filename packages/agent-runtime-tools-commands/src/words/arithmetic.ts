import type { ArithmeticExpression } from 'unbash';
import { visitNestedWord } from './evaluate-word.ts';
import type { SourceRange, WordContext } from './word-context.ts';

/**
 * Reports arithmetic that is not constant. Bash evaluates the values of variables again, and a subscript in a value can
 * run commands: with `x='a[$(rm y)]'`, `$((x))` runs `rm y`.
 */
export function checkArithmetic(
  expression: ArithmeticExpression | undefined,
  node: SourceRange,
  host: WordContext,
): void {
  if (!isConstant(expression, host)) {
    host.problem('expansion', 'arithmetic evaluates the values of variables and can run commands', node);
  }
}

/** Visits the whole expression, even after a part that is not constant. */
function isConstant(expression: ArithmeticExpression | undefined, host: WordContext): boolean {
  if (expression === undefined) return false;
  switch (expression.type) {
    case 'ArithmeticBinary': {
      const left = isConstant(expression.left, host);
      return isConstant(expression.right, host) && left;
    }
    case 'ArithmeticUnary':
      return isConstant(expression.operand, host);
    case 'ArithmeticTernary': {
      const test = isConstant(expression.test, host);
      const consequent = isConstant(expression.consequent, host);
      return isConstant(expression.alternate, host) && consequent && test;
    }
    case 'ArithmeticGroup':
      return isConstant(expression.expression, host);
    case 'ArithmeticWord':
      if (expression.parts !== undefined) {
        visitNestedWord({ type: 'Word', text: '', value: '', pos: 0, end: 0, parts: expression.parts }, host);
        return false;
      }
      return /^(?:\d+|0[xX][0-9a-fA-F]+)$/.test(expression.value);
    case 'ArithmeticCommandExpansion':
      host.substitution(expression.script, expression);
      return false;
    default:
      return false;
  }
}
