import { parseSync } from 'oxc-parser';
import { childNodes } from './child-nodes.mjs';

/** @typedef {import('./child-nodes.mjs').Node} Node */

/**
 * @typedef {'comparison' | 'boolean' | 'condition' | 'guard' | 'statement' | 'list entry'} MutationKind
 */

/**
 * @typedef {object} Mutation One change of a source file.
 * @property {MutationKind} kind
 * @property {number} start Where the replaced text begins.
 * @property {number} end
 * @property {string} replacement
 * @property {number} line Counted from 1.
 * @property {number} functionStart The start of the innermost function body around it; -1 outside of functions.
 */

/**
 * All mutations of a source file, by position. Types are not mutated, and mutations that do not parse are left out.
 * @param {string} file The extension decides how it is parsed.
 * @param {string} text
 * @returns {Mutation[]}
 */
export function findMutations(file, text) {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  /** @type {Mutation[]} */
  const found = [];
  const lines = lineStarts(text);
  /** @type {(node: Node, functionStart: number) => void} */
  const visit = (node, functionStart) => {
    for (const { kind, start, end, replacement } of mutationsOf(node, text)) {
      found.push({ kind, start, end, replacement, line: lineAt(lines, start), functionStart });
    }
    const body = functionBody(node);
    for (const child of childNodes(node)) visit(child, child === body ? child.start : functionStart);
  };
  visit(program, -1);
  return found
    .filter((mutation) => parseSync(file, applyMutation(text, mutation)).errors.length === 0)
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/**
 * @param {string} text
 * @param {Pick<Mutation, 'start' | 'end' | 'replacement'>} mutation
 */
export function applyMutation(text, { start, end, replacement }) {
  return text.slice(0, start) + replacement + text.slice(end);
}

/**
 * The body of a function; undefined for every other node.
 * @param {Node} node
 * @returns {Node | undefined}
 */
export function functionBody(node) {
  if (node.type === 'ArrowFunctionExpression') return node.body;
  if (node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression') return node.body ?? undefined;
  return undefined;
}

/** The replacements of each comparison: the opposite and, for orders, the one that differs at the boundary. */
const COMPARISONS = new Map([
  ['===', ['!==']],
  ['!==', ['===']],
  ['==', ['!=']],
  ['!=', ['==']],
  ['<', ['<=', '>=']],
  ['<=', ['<', '>']],
  ['>', ['>=', '<=']],
  ['>=', ['>', '<']],
]);

/** @typedef {Pick<Mutation, 'kind' | 'start' | 'end' | 'replacement'>} Change */

/**
 * @param {Node} node
 * @param {string} text
 * @returns {Change[]}
 */
function mutationsOf(node, text) {
  switch (node.type) {
    case 'BinaryExpression':
      return (COMPARISONS.get(node.operator) ?? []).map((operator) =>
        otherOperator('comparison', node, operator, text),
      );
    case 'LogicalExpression':
      if (node.operator === '??') return [];
      return [otherOperator('boolean', node, node.operator === '&&' ? '||' : '&&', text)];
    case 'Literal':
      return typeof node.value === 'boolean' ? [replace('boolean', node, String(!node.value))] : [];
    case 'UnaryExpression':
      return node.operator === '!'
        ? [replace('boolean', node, text.slice(node.argument.start, node.argument.end))]
        : [];
    case 'IfStatement':
      if (isGuard(node)) return [replace('guard', node, ';')];
      return [replace('condition', node.test, `!(${text.slice(node.test.start, node.test.end)})`)];
    case 'ConditionalExpression':
      return [replace('condition', node.test, `!(${text.slice(node.test.start, node.test.end)})`)];
    case 'ExpressionStatement':
      return isDroppable(node.expression) ? [replace('statement', node, ';')] : [];
    case 'ArrayExpression':
      return node.elements.flatMap((element, index) => {
        if (element === null) return [];
        const next = node.elements[index + 1]?.start ?? node.end - 1;
        return [{ kind: /** @type {const} */ ('list entry'), start: element.start, end: next, replacement: '' }];
      });
    default:
      return [];
  }
}

/**
 * Whether an `if` only leaves the block: `if (x) return;`.
 * @param {Extract<Node, { type: 'IfStatement' }>} node
 */
function isGuard({ consequent, alternate }) {
  if (alternate) return false;
  const last = consequent.type === 'BlockStatement' ? consequent.body.at(-1) : consequent;
  return last !== undefined && LEAVING.has(last.type);
}

const LEAVING = new Set(['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement']);

/** @param {Node} expression */
function isDroppable(expression) {
  if (expression.type === 'Literal') return false;
  return !(expression.type === 'CallExpression' && expression.callee.type === 'Super');
}

/**
 * @param {MutationKind} kind
 * @param {Node} node
 * @param {string} replacement
 * @returns {Change}
 */
function replace(kind, { start, end }, replacement) {
  return { kind, start, end, replacement };
}

/**
 * @param {MutationKind} kind
 * @param {{ left: Node, right: Node, operator: string }} node
 * @param {string} operator
 * @param {string} text
 * @returns {Change}
 */
function otherOperator(kind, node, operator, text) {
  // A comment between the operands may contain the operator as well, so the last occurrence is replaced.
  const start = node.left.end + text.slice(node.left.end, node.right.start).lastIndexOf(node.operator);
  return { kind, start, end: start + node.operator.length, replacement: operator };
}

/** @param {string} text */
function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/**
 * @param {readonly number[]} starts
 * @param {number} offset
 */
function lineAt(starts, offset) {
  const after = starts.findIndex((start) => start > offset);
  return after === -1 ? starts.length : after;
}
