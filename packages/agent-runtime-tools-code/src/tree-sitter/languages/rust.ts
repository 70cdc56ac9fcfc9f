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

const item =
  (kind: SymbolKind): DefinitionRule =>
  (node) =>
    named(node, { kind, exported: isPublic(node), outer: attributesBefore(node), members: [field(node, 'body')] });

const callable: DefinitionRule = (node, { container }) =>
  named(node, {
    kind: container === undefined || node.parent?.parent?.type === 'mod_item' ? 'function' : 'method',
    exported: isPublic(node) || isInTrait(node),
    outer: attributesBefore(node),
  });

const value =
  (kind: SymbolKind): DefinitionRule =>
  (node) =>
    named(node, { kind, exported: isPublic(node) || isInTrait(node), outer: attributesBefore(node) });

export const rust: LanguageRules = {
  definitions: {
    struct_item: item('struct'),
    union_item: item('struct'),
    enum_item: item('enum'),
    trait_item: item('trait'),
    // `mod util;` names a file; it is an import.
    mod_item: (node, place) => (field(node, 'body') === undefined ? [] : item('module')(node, place)),
    enum_variant: (node) => named(node, { kind: 'enum_member', exported: true, body: null }),
    field_declaration: (node) => named(node, { kind: 'property', exported: isPublic(node) }),
    function_item: callable,
    function_signature_item: callable,
    const_item: value('constant'),
    static_item: value('variable'),
    type_item: value('type'),
    associated_type: value('type'),
    macro_definition: (node) =>
      named(node, { kind: 'macro', exported: true, outer: attributesBefore(node), body: node.child(2) }),
    impl_item: (node) => {
      const scope = /^[\p{L}\p{N}_:]+/u
        .exec(field(node, 'type')?.text ?? '')?.[0]
        .split('::')
        .at(-1);
      return scope === undefined ? [] : [{ scope, members: [field(node, 'body')] }];
    },
  },
  transparent: words('source_file foreign_mod_item declaration_list'),
  imports: {
    use_declaration: (node) => useTree(field(node, 'argument'), [], node),
    mod_item: (node) => {
      const name = field(node, 'name')?.text ?? '';
      if (field(node, 'body') !== undefined) return [];
      return [importOf(node, `self::${name}`, { symbols: [name], isNamespace: true })];
    },
    extern_crate_declaration: (node) => {
      const [name, alias] = [field(node, 'name')?.text ?? '', field(node, 'alias')?.text];
      return [importOf(node, name, { symbols: [alias ?? name], isNamespace: true })];
    },
  },
  identifiers: words('identifier type_identifier field_identifier shorthand_field_identifier'),
  roles: {
    definition: words(
      'struct_item.name union_item.name enum_item.name trait_item.name mod_item.name enum_variant.name field_declaration.name ' +
        'function_item.name function_signature_item.name const_item.name static_item.name type_item.name associated_type.name ' +
        'macro_definition.name let_declaration.pattern parameter.pattern closure_parameters. type_parameter.name ' +
        'for_expression.pattern let_condition.pattern',
    ),
    property: words('field_expression.field field_initializer.field shorthand_field_initializer. field_pattern.name'),
    inherited: words('tuple_pattern. ref_pattern. mut_pattern. reference_pattern.'),
  },
};

function isPublic(node: Node): boolean {
  return childrenOfType(node, 'visibility_modifier').length > 0;
}

/** Members of a trait are as public as the trait, and so are those of `impl Trait for Type`. */
function isInTrait(node: Node): boolean {
  const owner = node.parent?.parent;
  return owner?.type === 'trait_item' || (owner?.type === 'impl_item' && field(owner, 'trait') !== undefined);
}

/** The first of the attributes before an item: comments stand before them. */
function attributesBefore(node: Node): Node | undefined {
  let first: Node | undefined;
  for (let at = node.previousNamedSibling; at?.type === 'attribute_item'; at = at.previousNamedSibling) first = at;
  return first;
}

/**
 * One import for each path of names.
 *
 *     use std::{io::{self, Read as R}, fmt::*}  ->  std: io; std::io: Read as R; std::fmt: *
 */
function useTree(node: Node | undefined, path: readonly string[], statement: Node): CodeImport[] {
  if (node === undefined) return [];
  const made = (symbol: string, alias?: string): CodeImport[] => [
    importOf(statement, path.join('::'), {
      symbols: [symbol],
      ...(alias !== undefined && { aliases: { [symbol]: alias } }),
    }),
  ];
  const below = (names: Node | undefined): string[] => [...path, ...(names?.text.split('::') ?? [])];
  switch (node.type) {
    case 'scoped_use_list':
      return useTree(field(node, 'list'), below(field(node, 'path')), statement);
    case 'use_list':
      return merge(node.namedChildren.flatMap((each) => useTree(each ?? undefined, path, statement)));
    case 'scoped_identifier':
      return useTree(field(node, 'name'), below(field(node, 'path')), statement);
    case 'use_wildcard':
      return [importOf(statement, below(node.namedChildren[0] ?? undefined).join('::'), { symbols: ['*'] })];
    case 'use_as_clause': {
      const [target, alias] = [field(node, 'path'), field(node, 'alias')?.text];
      return useTree(target, path, statement).map((each) => ({
        ...each,
        ...(alias !== undefined && { aliases: { [each.symbols[0] ?? '']: alias } }),
      }));
    }
    case 'self':
      return [importOf(statement, path.slice(0, -1).join('::'), { symbols: [path.at(-1) ?? 'self'] })];
    case 'identifier':
      if (path.length === 0) return [importOf(statement, node.text, { symbols: [node.text], isNamespace: true })];
      return made(node.text);
    default:
      return [];
  }
}

/** Joins the imports of one path. */
function merge(imports: readonly CodeImport[]): CodeImport[] {
  const bySource = new Map<string, CodeImport>();
  for (const each of imports) {
    const known = bySource.get(each.source);
    const aliases = { ...known?.aliases, ...each.aliases };
    bySource.set(each.source, {
      ...each,
      symbols: [...(known?.symbols ?? []), ...each.symbols],
      ...(Object.keys(aliases).length > 0 && { aliases }),
    });
  }
  return [...bySource.values()];
}
