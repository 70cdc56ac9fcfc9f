import type { Node } from 'web-tree-sitter';
import type { CodeImport, SymbolKind } from '../../indexer/code-file.ts';
import {
  childrenOfType,
  field,
  importOf,
  named,
  words,
  type DefinitionRule,
  type LanguageRules,
} from '../language-rules.ts';

const type =
  (kind: SymbolKind): DefinitionRule =>
  (node) =>
    named(node, { kind, exported: true, members: [field(node, 'body')] });

const required = (node: Node): CodeImport[] => {
  const [path] = node.namedChildren;
  if (path?.type === 'string' || path?.type === 'encapsed_string')
    return path.namedChildren.every((each) => each?.type === 'string_content')
      ? [importOf(node, path.text.slice(1, -1), { form: 'require' })]
      : [];
  // `__DIR__ . '/b.php'` is beside the file.
  const beside = /^__DIR__\s*\.\s*(['"])\/([^'"$]*)\1$/.exec(path?.text ?? '');
  return beside === null ? [] : [importOf(node, `./${beside[2]}`, { form: 'require' })];
};

export const php: LanguageRules = {
  definitions: {
    namespace_definition: (node) =>
      named(node, {
        kind: 'namespace',
        exported: true,
        name: (field(node, 'name')?.text ?? '').replaceAll('\\', '.'),
        members: [field(node, 'body')],
      }),
    class_declaration: type('class'),
    interface_declaration: type('interface'),
    trait_declaration: type('trait'),
    enum_declaration: type('enum'),
    enum_case: (node) => named(node, { kind: 'enum_member', exported: true }),
    function_definition: (node) => named(node, { kind: 'function', exported: true }),
    method_declaration: (node) => [
      ...named(node, {
        kind: field(node, 'name')?.text === '__construct' ? 'constructor' : 'method',
        exported: isAccessible(node),
      }),
      ...childrenOfType(field(node, 'parameters'), 'property_promotion_parameter').flatMap((each) =>
        variables(each, [field(each, 'name')]),
      ),
    ],
    property_declaration: (node) =>
      variables(
        node,
        childrenOfType(node, 'property_element').map((each) => field(each, 'name')),
      ),
    const_declaration: (node) =>
      childrenOfType(node, 'const_element').flatMap((each) => {
        const at = each.namedChildren[0];
        return at === undefined || at === null
          ? []
          : [{ kind: 'constant' as const, name: at.text, at, exported: isAccessible(node), whole: node }];
      }),
  },
  transparent: words('program declaration_list compound_statement if_statement'),
  imports: {
    namespace_use_declaration: (node) => {
      const group = field(node, 'body');
      const prefix = group === undefined ? '' : `${childrenOfType(node, 'namespace_name')[0]?.text ?? ''}\\`;
      return childrenOfType(group ?? node, 'namespace_use_clause').map((each) => {
        const path = prefix + (childrenOfType(each, 'qualified_name', 'name')[0]?.text ?? '');
        const name = path.slice(path.lastIndexOf('\\') + 1);
        const alias = field(each, 'alias')?.text;
        return importOf(node, path.replace(/^\\/, ''), {
          symbols: [name],
          ...(alias !== undefined && { aliases: { [name]: alias } }),
        });
      });
    },
    require_expression: required,
    require_once_expression: required,
    include_expression: required,
    include_once_expression: required,
  },
  identifiers: words('name'),
  roles: {
    definition: words(
      'class_declaration.name interface_declaration.name trait_declaration.name enum_declaration.name enum_case.name ' +
        'function_definition.name method_declaration.name const_element. property_element.name simple_parameter.name ' +
        'variadic_parameter.name property_promotion_parameter.name assignment_expression.left namespace_definition.name ' +
        'foreach_statement. catch_clause.name static_variable_declaration.name',
    ),
    property: words(
      'member_access_expression.name nullsafe_member_access_expression.name member_call_expression.name ' +
        'nullsafe_member_call_expression.name scoped_call_expression.name class_constant_access_expression.+1 ' +
        'scoped_property_access_expression.name argument.name',
    ),
    inherited: words('variable_name. namespace_name.'),
  },
};

function isAccessible(node: Node): boolean {
  return !childrenOfType(node, 'visibility_modifier').some((each) => each.text === 'private');
}

function variables(node: Node, names: readonly (Node | undefined)[]): ReturnType<DefinitionRule> {
  return names.flatMap((at) =>
    at === undefined
      ? []
      : [
          {
            kind: 'property' as const,
            name: at.text.replace(/^\$/, ''),
            at,
            exported: isAccessible(node),
            whole: node,
          },
        ],
  );
}
