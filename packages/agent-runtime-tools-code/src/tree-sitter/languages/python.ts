import type { Node } from 'web-tree-sitter';
import type { CodeImport } from '../../indexer/code-file.ts';
import { childrenOfType, field, fields, importOf, named, words, type LanguageRules } from '../language-rules.ts';

export const python: LanguageRules = {
  definitions: {
    class_definition: (node) =>
      named(node, {
        kind: 'class',
        exported: isPublic(node),
        outer: decoratedBy(node),
        documentation: docstring(node),
        members: [field(node, 'body')],
      }),
    function_definition: (node, { container }) =>
      named(node, {
        kind: container === undefined ? 'function' : nameOf(node) === '__init__' ? 'constructor' : 'method',
        exported: isPublic(node),
        outer: decoratedBy(node),
        documentation: docstring(node),
      }),
    assignment: (node, { container }) =>
      targets(field(node, 'left')).map((at) => ({
        kind: container === undefined ? (/^[A-Z][A-Z0-9_]*$/.test(at.text) ? 'constant' : 'variable') : 'property',
        name: at.text,
        at,
        exported: !at.text.startsWith('_'),
      })),
    type_alias_statement: (node) => {
      const at = childrenOfType(field(node, 'left') ?? node, 'identifier')[0];
      return at === undefined ? [] : [{ kind: 'type', name: at.text, at, exported: !at.text.startsWith('_') }];
    },
  },
  transparent: words(
    'module decorated_definition expression_statement if_statement elif_clause else_clause try_statement except_clause ' +
      'finally_clause with_statement block',
  ),
  imports: {
    import_statement: (node) =>
      fields(node, 'name').map((each) => {
        const source = (field(each, 'name') ?? each).text;
        const local = field(each, 'alias')?.text ?? source.split('.')[0] ?? source;
        return importOf(node, source, { symbols: [local], isNamespace: true });
      }),
    import_from_statement: (node) => [fromImport(node, field(node, 'module_name')?.text ?? '')],
    future_import_statement: (node) => [fromImport(node, '__future__')],
  },
  identifiers: words('identifier'),
  roles: {
    definition: words(
      'class_definition.name function_definition.name assignment.left named_expression.name parameters. default_parameter.name ' +
        'typed_parameter. typed_default_parameter.name lambda_parameters. for_statement.left for_in_clause.left ' +
        'as_pattern_target. type_alias_statement.left augmented_assignment.definition',
    ),
    property: words('attribute.attribute keyword_argument.name keyword_pattern.'),
    inherited: words('pattern_list. tuple_pattern. list_pattern. list_splat_pattern. dictionary_splat_pattern. type.'),
  },
};

function nameOf(node: Node): string {
  return field(node, 'name')?.text ?? '';
}

/** A leading underscore marks what is private; `__name__` is not. */
function isPublic(node: Node): boolean {
  return !nameOf(node).startsWith('_') || /^__.*__$/.test(nameOf(node));
}

function decoratedBy({ parent }: Node): Node | undefined {
  return parent?.type === 'decorated_definition' ? parent : undefined;
}

function docstring(node: Node): string | undefined {
  const first = field(node, 'body')?.namedChildren.find((each) => each?.type !== 'comment');
  const text = first?.type === 'expression_statement' ? first.namedChildren[0] : undefined;
  if (text?.type !== 'string') return undefined;
  return childrenOfType(text, 'string_content')
    .map((each) => each.text)
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

/** `a, (b, c) = d` assigns three names; `a.b = c` assigns none. */
function targets(left: Node | undefined): Node[] {
  if (left?.type === 'identifier') return [left];
  return childrenOfType(left, 'identifier', 'pattern_list', 'tuple_pattern', 'list_pattern').flatMap((each) =>
    left !== undefined && left.type.includes('pattern') ? targets(each) : [],
  );
}

function fromImport(node: Node, source: string): CodeImport {
  const names = fields(node, 'name');
  const isAll = childrenOfType(node, 'wildcard_import').length > 0;
  const aliases = names.flatMap((each): [string, string][] => {
    const [name, alias] = [field(each, 'name'), field(each, 'alias')];
    return name !== undefined && alias !== undefined ? [[name.text, alias.text]] : [];
  });
  return importOf(node, source, {
    symbols: isAll ? ['*'] : names.map((each) => (field(each, 'name') ?? each).text),
    ...(aliases.length > 0 && { aliases: Object.fromEntries(aliases) }),
  });
}
