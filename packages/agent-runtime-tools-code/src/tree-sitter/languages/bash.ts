import type { Node } from 'web-tree-sitter';
import { field, importOf, named, words, type LanguageRules } from '../language-rules.ts';

export const bash: LanguageRules = {
  definitions: {
    function_definition: (node) => named(node, { kind: 'function', exported: true }),
    variable_assignment: (node) =>
      named(node, {
        kind: /^(?:readonly|declare -[a-z]*r)/.test(node.parent?.text ?? '') ? 'constant' : 'variable',
        exported: true,
        whole: node.parent?.type === 'declaration_command' ? node.parent : undefined,
      }),
  },
  transparent: words('program declaration_command if_statement else_clause elif_clause'),
  imports: {
    command: (node) => {
      const name = field(node, 'name')?.text;
      const path = field(node, 'argument');
      if ((name !== 'source' && name !== '.') || path === undefined) return [];
      const source = literal(path);
      return source === undefined ? [] : [importOf(node, source, { form: 'require' })];
    },
  },
  identifiers: words('variable_name command_name>word function_definition>word'),
  roles: {
    definition: words('function_definition.name variable_assignment.name for_statement.variable'),
    property: words(''),
    inherited: words(''),
  },
};

/** A path without expansions. */
function literal(node: Node): string | undefined {
  if (node.type === 'word') return node.text;
  if (node.type === 'raw_string') return node.text.slice(1, -1);
  const isPlain = node.type === 'string' && node.namedChildren.every((each) => each?.type === 'string_content');
  return isPlain ? node.text.slice(1, -1) : undefined;
}
