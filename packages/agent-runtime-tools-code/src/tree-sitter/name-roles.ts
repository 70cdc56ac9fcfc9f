import type { TreeCursor } from 'web-tree-sitter';
import { LineTable } from '../indexer/line-table.ts';
import type { Occurrence } from '../parser/parse-task.ts';
import type { LoadedLanguage } from './grammars.ts';
import type { LanguageRules } from './language-rules.ts';
import { bareName, isIdentifier } from './identifiers.ts';
import { readSymbols } from './read-tree.ts';
import { walkTree, type PathStep } from './walk-tree.ts';

const MAX_CONTEXT = 300;

/** Every identifier with a name, and what it does there. */
export function occurrencesInTree(language: LoadedLanguage, text: string, name: string): Occurrence[] {
  const { rules } = language;
  const tree = language.parse(text);
  const lines = new LineTable(text);
  const found: Occurrence[] = [];
  try {
    const definitions = new Set(readSymbols(tree, rules, text, []).map(({ line, column }) => `${line}:${column}`));
    walkTree(tree, (cursor, path) => {
      const type = cursor.nodeType;
      if (!isIdentifier(type, path, rules) || bareName(cursor.nodeText) !== bareName(name)) return;
      const { row, column } = cursor.startPosition;
      const role = definitions.has(`${row + 1}:${column + 1}`) ? 'definition' : roleOf(cursor, path, rules);
      const context = lines
        .textOf(row + 1)
        .trim()
        .slice(0, MAX_CONTEXT);
      found.push({ line: row + 1, column: column + 1, context, role });
    });
    return found;
  } finally {
    tree.delete();
  }
}

function roleOf(cursor: TreeCursor, path: readonly PathStep[], { roles, imports }: LanguageRules): Occurrence['role'] {
  let own = cursor.currentFieldName ?? '';
  let node = cursor.currentNode;
  for (const { type, field } of path.toReversed()) {
    const parent = node.parent;
    const keys = [`${type}.${own}`];
    // Some nodes define a name only with a body, or call a method only with a receiver.
    for (const other of ['body', 'receiver', 'object'])
      if (parent !== null && parent.childForFieldName(other) !== null) keys.push(`${type}+${other}.${own}`);
    if (own === '' && parent !== null && parent.namedChildren[0]?.equals(node) === false) keys.push(`${type}.+1`);
    if (keys.some((key) => roles.definition.has(key))) return isInImport(path, imports) ? 'import' : 'definition';
    if (keys.some((key) => roles.property.has(key))) return 'property';
    if (parent === null || !keys.some((key) => roles.inherited.has(key))) break;
    own = field;
    node = parent;
  }
  return isInImport(path, imports) ? 'import' : 'use';
}

/** Calls and macros can be imports too, but only as a whole: `require 'a'` has no names. */
function isInImport(path: readonly PathStep[], imports: LanguageRules['imports']): boolean {
  return path.some(
    ({ type }) => /import|use_declaration|using_directive|include/.test(type) && Object.hasOwn(imports, type),
  );
}
