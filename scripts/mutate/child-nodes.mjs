/** @typedef {import('oxc-parser').Node} Node */

/**
 * The direct children of a node, without types, because a change of a type cannot change behaviour.
 * @param {Node} node
 * @returns {Node[]}
 */
export function childNodes(node) {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .filter(({ type }) => !type.startsWith('TS') || TYPED_EXPRESSIONS.has(type));
}

/** Expressions with a type, such as `x as T`. */
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
