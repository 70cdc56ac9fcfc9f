/** @typedef {import('oxc-parser').Node} Node */

/**
 * The nodes directly below a node, types left out: what is only there for the compiler cannot change behaviour.
 * @param {Node} node
 * @returns {Node[]}
 */
export function childNodes(node) {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .filter(({ type }) => !type.startsWith('TS') || TYPED_EXPRESSIONS.has(type));
}

/** `x as T` and its kin: an expression with a type beside it. */
const TYPED_EXPRESSIONS = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSInstantiationExpression',
]);

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
function isNode(value) {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value
  );
}
