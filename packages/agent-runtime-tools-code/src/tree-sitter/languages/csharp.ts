import type { Node } from 'web-tree-sitter';
import type { SymbolKind } from '../../indexer/code-file.ts';
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
    named(node, {
      kind,
      exported: !hasModifier(node, 'private', 'file'),
      members: [
        ...(node.type === 'record_declaration' ? childrenOfType(node, 'parameter_list') : []),
        field(node, 'body'),
      ],
    });

const member =
  (kind: SymbolKind): DefinitionRule =>
  (node) =>
    named(node, {
      kind,
      exported: isAccessible(node),
      body: field(node, 'body') ?? field(node, 'accessors') ?? field(node, 'value') ?? null,
    });

const variables =
  (kindOf: (node: Node) => SymbolKind): DefinitionRule =>
  (node) =>
    childrenOfType(childrenOfType(node, 'variable_declaration')[0], 'variable_declarator').flatMap((each) => {
      const at = field(each, 'name');
      return at === undefined
        ? []
        : [{ kind: kindOf(node), name: at.text, at, exported: isAccessible(node), whole: node }];
    });

const namespace: DefinitionRule = (node) =>
  named(node, {
    kind: 'namespace',
    exported: true,
    // What follows `namespace A.B;` stands beside it in the tree and has no container.
    members: [field(node, 'body')],
  });

export const csharp: LanguageRules = {
  definitions: {
    namespace_declaration: namespace,
    file_scoped_namespace_declaration: namespace,
    class_declaration: type('class'),
    record_declaration: type('class'),
    struct_declaration: type('struct'),
    interface_declaration: type('interface'),
    enum_declaration: type('enum'),
    enum_member_declaration: (node) => named(node, { kind: 'enum_member', exported: true }),
    delegate_declaration: (node) => named(node, { kind: 'type', exported: !hasModifier(node, 'private') }),
    method_declaration: member('method'),
    constructor_declaration: member('constructor'),
    property_declaration: member('property'),
    event_declaration: member('property'),
    event_field_declaration: variables(() => 'property'),
    field_declaration: variables((node) => (hasModifier(node, 'const') ? 'constant' : 'property')),
    parameter: (node) => named(node, { kind: 'property', exported: true }),
  },
  transparent: words('compilation_unit preproc_if preproc_else preproc_region declaration_list'),
  imports: {
    using_directive: (node) => {
      const alias = field(node, 'name');
      const source = node.namedChildren.findLast((each) => each !== null && !each.equals(alias ?? node))?.text ?? '';
      if (alias !== undefined) return [importOf(node, source, { symbols: [alias.text], isNamespace: true })];
      return [importOf(node, source, { symbols: ['*'] })];
    },
  },
  identifiers: words('identifier'),
  roles: {
    definition: words(
      'namespace_declaration.name file_scoped_namespace_declaration.name class_declaration.name record_declaration.name ' +
        'struct_declaration.name interface_declaration.name enum_declaration.name enum_member_declaration.name ' +
        'delegate_declaration.name method_declaration.name constructor_declaration.name property_declaration.name ' +
        'event_declaration.name variable_declarator.name parameter.name type_parameter.name foreach_statement.left ' +
        'local_function_statement.name declaration_pattern.name catch_declaration.name',
    ),
    property: words('member_access_expression.name argument.name member_binding_expression.name'),
    inherited: words(''),
  },
};

function hasModifier(node: Node, ...names: string[]): boolean {
  return childrenOfType(node, 'modifier').some((each) => names.includes(each.text));
}

/** Members are private unless they say otherwise; those of interfaces are public. */
function isAccessible(node: Node): boolean {
  return hasModifier(node, 'public', 'protected', 'internal') || node.parent?.parent?.type === 'interface_declaration';
}
