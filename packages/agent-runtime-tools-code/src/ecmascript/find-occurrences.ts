import { LineTable } from '../indexer/line-table.ts';
import type { Occurrence, SourceText } from '../parser/parse-task.ts';
import { IDENTIFIERS, type EcmascriptParser } from './parse-ecmascript.ts';
import { nameOf, type SyntaxNode } from './syntax-node.ts';

const MAX_CONTEXT = 300;

/** Every identifier with a name, and what it does there. */
export function findOccurrences(parser: EcmascriptParser, { path, text }: SourceText, name: string): Occurrence[] {
  const { program } = parser.parse(path, text);
  const lines = new LineTable(text);
  const found = new Map<number, Occurrence>();
  const parents = new Map<SyntaxNode, SyntaxNode>();
  parser.walk(program, (node, parent, key) => {
    if (parent !== undefined) parents.set(node, parent);
    if (!IDENTIFIERS.has(node.type) || nameOf(node) !== name || parent === undefined) return;
    const role = roleOf(parent, key, (each) => parents.get(each));
    const known = found.get(node.start);
    // `{ a }` is a key and a value at the same place, and `import { a }` an imported and a local name.
    if (known !== undefined && RANK[known.role] >= RANK[role]) return;
    const line = lines.lineAt(node.start);
    const context = lines.textOf(line).trim().slice(0, MAX_CONTEXT);
    found.set(node.start, { line, column: lines.columnAt(node.start), context, role });
  });
  return [...found.entries()].sort(([a], [b]) => a - b).map(([, occurrence]) => occurrence);
}

const RANK: Readonly<Record<Occurrence['role'], number>> = { property: 0, use: 1, import: 2, definition: 3 };

const DEFINED_BY_ID =
  /Declaration$|^TSDeclareFunction$|^VariableDeclarator$|^ClassExpression$|^FunctionExpression$|^TSEnumMember$/;
const MEMBERS =
  /^(?:TSAbstract)?(?:MethodDefinition|PropertyDefinition|AccessorProperty)$|^TS(?:Property|Method)Signature$/;

function roleOf(
  parent: SyntaxNode,
  key: string,
  parentOf: (node: SyntaxNode) => SyntaxNode | undefined,
): Occurrence['role'] {
  const isComputed = parent['computed'] === true;
  if (/^(?:Import|Export)(?:Default|Namespace)?Specifier$/.test(parent.type)) return 'import';
  if (parent.type === 'TSImportEqualsDeclaration') return key === 'id' ? 'import' : 'use';
  if (parent.type === 'ExportAllDeclaration') return 'import';
  if (key === 'id' && DEFINED_BY_ID.test(parent.type)) return 'definition';
  if (key === 'key' && MEMBERS.test(parent.type)) return isComputed ? 'use' : 'definition';
  if (parent.type === 'TSTypeParameter' && key === 'name') return 'definition';
  if (key === 'property' && !isComputed) return 'property';
  if (parent.type === 'Property' && key === 'key') return isComputed ? 'use' : 'property';
  if (parent.type === 'JSXAttribute' && key === 'name') return 'property';
  if (parent.type === 'TSQualifiedName' && key === 'right') return 'property';
  if (key === 'params' || key === 'param' || key === 'rest')
    return parent.type.startsWith('TSTypeParameter') ? 'use' : 'definition';
  return isPatternTarget(parent, key, parentOf) ? 'definition' : 'use';
}

/** Whether a name in a pattern is declared there: `const { a, b: [c] } = d` declares a and c. */
function isPatternTarget(
  parent: SyntaxNode,
  key: string,
  parentOf: (node: SyntaxNode) => SyntaxNode | undefined,
): boolean {
  if (parent.type === 'AssignmentPattern' && key !== 'left') return false;
  let node: SyntaxNode | undefined = parent;
  let from = key;
  while (node !== undefined && PATTERNS.has(node.type)) {
    const above = parentOf(node);
    if (above === undefined) return false;
    from = keyIn(above, node);
    node = above;
  }
  if (node === undefined || node === parent) return false;
  return (node.type === 'VariableDeclarator' && from === 'id') || from === 'params' || from === 'param';
}

const PATTERNS: ReadonlySet<string> = new Set([
  'ArrayPattern',
  'AssignmentPattern',
  'ObjectPattern',
  'Property',
  'RestElement',
  'TSParameterProperty',
]);

function keyIn(parent: SyntaxNode, node: SyntaxNode): string {
  for (const [key, value] of Object.entries(parent))
    if (value === node || (Array.isArray(value) && value.includes(node))) return key;
  return '';
}
