/** A node of the syntax tree. Which properties it has depends on its type. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** The child node under a key; undefined if it has none. */
export function childOf(node: SyntaxNode, key: string): SyntaxNode | undefined {
  const value = node[key];
  return isNode(value) ? value : undefined;
}

export function childrenOf(node: SyntaxNode, key: string): SyntaxNode[] {
  const value = node[key];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The name of an identifier or the value of a string literal. */
export function nameOf(node: SyntaxNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (typeof node['name'] === 'string') return node.type === 'PrivateIdentifier' ? `#${node['name']}` : node['name'];
  return typeof node['value'] === 'string' ? node['value'] : undefined;
}

/** The value of a string literal or of a template without placeholders. */
export function stringValue(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node?.type !== 'TemplateLiteral' || childrenOf(node, 'expressions').length > 0) return undefined;
  const [quasi] = childrenOf(node, 'quasis');
  const value: unknown = quasi?.['value'];
  if (typeof value !== 'object' || value === null || !('cooked' in value)) return undefined;
  return typeof value.cooked === 'string' ? value.cooked : undefined;
}

export function isFunction(node: SyntaxNode | undefined): node is SyntaxNode {
  return node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';
}

/** The names that a pattern binds: `{ a, b: [c] }` binds a and c. */
export function boundNames(pattern: SyntaxNode | undefined): SyntaxNode[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern];
    case 'ObjectPattern':
      return childrenOf(pattern, 'properties').flatMap((each) =>
        boundNames(childOf(each, each.type === 'RestElement' ? 'argument' : 'value')),
      );
    case 'ArrayPattern':
      return childrenOf(pattern, 'elements').flatMap(boundNames);
    case 'AssignmentPattern':
      return boundNames(childOf(pattern, 'left'));
    case 'RestElement':
      return boundNames(childOf(pattern, 'argument'));
    case 'TSParameterProperty':
      return boundNames(childOf(pattern, 'parameter'));
    default:
      return [];
  }
}
