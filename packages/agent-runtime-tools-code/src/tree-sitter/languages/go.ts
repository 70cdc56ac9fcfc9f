import type { Node } from 'web-tree-sitter';
import type { SymbolKind } from '../../indexer/code-file.ts';
import {
  childrenOfType,
  field,
  fields,
  importOf,
  named,
  words,
  type Definition,
  type LanguageRules,
} from '../language-rules.ts';

export const go: LanguageRules = {
  definitions: {
    function_declaration: (node) => named(node, { kind: 'function', exported: isPublic(field(node, 'name')) }),
    method_declaration: (node) =>
      named(node, {
        kind: 'method',
        exported: isPublic(field(node, 'name')),
        container: receiverOf(node),
      }),
    type_spec: (node) => typeDefinition(node),
    type_alias: (node) => typeDefinition(node),
    const_spec: (node) => values(node, 'constant'),
    var_spec: (node) => values(node, 'variable'),
    field_declaration: (node) => values(node, 'property'),
    method_elem: (node) => named(node, { kind: 'method', exported: isPublic(field(node, 'name')) }),
  },
  transparent: words('source_file type_declaration const_declaration var_declaration var_spec_list'),
  imports: {
    import_spec: (node) => {
      const source = (field(node, 'path')?.text ?? '').slice(1, -1);
      const name = field(node, 'name')?.text;
      if (name === '_') return [importOf(node, source)];
      if (name === '.') return [importOf(node, source, { symbols: ['*'] })];
      return [importOf(node, source, { symbols: [name ?? packageName(source)], isNamespace: true })];
    },
  },
  identifiers: words('identifier type_identifier field_identifier package_identifier'),
  roles: {
    definition: words(
      'function_declaration.name method_declaration.name type_spec.name type_alias.name const_spec.name var_spec.name ' +
        'field_declaration.name method_elem.name parameter_declaration.name variadic_parameter_declaration.name ' +
        'type_parameter_declaration.name short_var_declaration.left range_clause.left package_clause. label_name.',
    ),
    property: words('selector_expression.field keyed_element.key qualified_type.name'),
    inherited: words('expression_list. literal_element.'),
  },
};

function isPublic(name: Node | undefined): boolean {
  return /^\p{Lu}/u.test(name?.text ?? '');
}

/** `func (s *Shop[T]) Sell()` belongs to Shop. */
function receiverOf(node: Node): string | undefined {
  const [receiver] = childrenOfType(field(node, 'receiver'), 'parameter_declaration');
  return /^[^\p{L}_]*([\p{L}\p{N}_]+)/u.exec(field(receiver, 'type')?.text ?? '')?.[1];
}

function typeDefinition(node: Node): Definition[] {
  const type = field(node, 'type');
  const kind = type?.type === 'struct_type' ? 'struct' : type?.type === 'interface_type' ? 'interface' : 'type';
  const members = type?.type === 'struct_type' ? childrenOfType(type, 'field_declaration_list') : [type];
  const body =
    kind === 'type'
      ? null
      : (type?.children.find((each) => each?.type.startsWith('field') || each?.type === '{') ?? null);
  return named(node, { kind, exported: isPublic(field(node, 'name')), whole: declarationOf(node), body, members });
}

function values(node: Node, kind: SymbolKind): Definition[] {
  const whole = declarationOf(node);
  return fields(node, 'name').map((at) => ({ kind, name: at.text, at, exported: isPublic(at), whole }));
}

/** `type A struct {}` as a whole, unless the declaration lists several. */
function declarationOf({ parent }: Node): Node | undefined {
  return parent !== null && /^(?:type|const|var)_declaration$/.test(parent.type) && parent.namedChildCount === 1
    ? parent
    : undefined;
}

/** `example.com/shop/v2` is the package shop. */
function packageName(source: string): string {
  const parts = source.split('/');
  const last = parts.at(-1) ?? source;
  return /^v\d+$/.test(last) && parts.length > 1 ? (parts.at(-2) ?? last) : last;
}
