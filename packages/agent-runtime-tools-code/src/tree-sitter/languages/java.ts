import type { Node } from 'web-tree-sitter';
import type { SymbolKind } from '../../indexer/code-file.ts';
import {
  childrenOfType,
  field,
  fields,
  importOf,
  named,
  words,
  type DefinitionRule,
  type LanguageRules,
} from '../language-rules.ts';

const type =
  (kind: SymbolKind): DefinitionRule =>
  (node, { container }) =>
    named(node, {
      kind,
      // A type without a modifier belongs to its package, so other files can use it.
      exported: container === undefined || isAccessible(node),
      members:
        node.type === 'record_declaration' ? [field(node, 'parameters'), field(node, 'body')] : [field(node, 'body')],
    });

const member =
  (kind: SymbolKind): DefinitionRule =>
  (node) =>
    named(node, { kind, exported: isAccessible(node) });

const variables =
  (kindOf: (node: Node) => SymbolKind): DefinitionRule =>
  (node) =>
    fields(node, 'declarator').flatMap((each) => {
      const at = field(each, 'name');
      return at === undefined
        ? []
        : [{ kind: kindOf(node), name: at.text, at, exported: isAccessible(node), whole: node }];
    });

export const java: LanguageRules = {
  definitions: {
    class_declaration: type('class'),
    record_declaration: type('class'),
    interface_declaration: type('interface'),
    annotation_type_declaration: type('interface'),
    enum_declaration: type('enum'),
    enum_constant: (node) => named(node, { kind: 'enum_member', exported: true, body: null }),
    method_declaration: member('method'),
    annotation_type_element_declaration: member('method'),
    constructor_declaration: member('constructor'),
    compact_constructor_declaration: member('constructor'),
    field_declaration: variables((node) =>
      /\bfinal\b/.test(modifiersOf(node)) && /\bstatic\b/.test(modifiersOf(node)) ? 'constant' : 'property',
    ),
    constant_declaration: variables(() => 'constant'),
    formal_parameter: (node) => named(node, { kind: 'property', exported: true }),
  },
  transparent: words('program enum_body_declarations'),
  imports: {
    import_declaration: (node) => {
      const path = childrenOfType(node, 'scoped_identifier', 'identifier')[0]?.text ?? '';
      if (childrenOfType(node, 'asterisk').length > 0) return [importOf(node, path, { symbols: ['*'] })];
      const name = path.slice(path.lastIndexOf('.') + 1);
      const isStatic = node.children.some((each) => each?.type === 'static');
      return [importOf(node, isStatic ? path.slice(0, -name.length - 1) : path, { symbols: [name] })];
    },
  },
  identifiers: words('identifier type_identifier'),
  roles: {
    definition: words(
      'class_declaration.name record_declaration.name interface_declaration.name annotation_type_declaration.name ' +
        'enum_declaration.name enum_constant.name method_declaration.name constructor_declaration.name ' +
        'compact_constructor_declaration.name annotation_type_element_declaration.name variable_declarator.name ' +
        'formal_parameter.name catch_formal_parameter.name type_parameter. enhanced_for_statement.name lambda_expression.parameters ' +
        'inferred_parameters. resource.name',
    ),
    property: words('field_access.field method_invocation+object.name element_value_pair.key method_reference.'),
    inherited: words(''),
  },
};

function modifiersOf(node: Node): string {
  return childrenOfType(node, 'modifiers')[0]?.text ?? '';
}

/** Anything but private: package members see what has no modifier. */
function isAccessible(node: Node): boolean {
  return !/\bprivate\b/.test(modifiersOf(node));
}
