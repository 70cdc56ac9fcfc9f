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
  type DefinitionRule,
  type LanguageRules,
  type Scope,
} from '../language-rules.ts';

const record =
  (kind: SymbolKind): DefinitionRule =>
  (node) => {
    const body = field(node, 'body');
    // Without a body it is a use: `struct node *next`.
    if (body === undefined) return [];
    const areMembersExported = node.type !== 'class_specifier';
    return named(node, { kind, exported: true, outer: templateOf(node), members: [body], areMembersExported });
  };

/** C and C++ together: the grammar of C++ reads both. */
export const c: LanguageRules = {
  definitions: {
    class_specifier: record('class'),
    struct_specifier: record('struct'),
    union_specifier: record('struct'),
    enum_specifier: record('enum'),
    enumerator: (node) => named(node, { kind: 'enum_member', exported: true }),
    namespace_definition: (node) =>
      named(node, {
        kind: 'namespace',
        exported: true,
        members: [field(node, 'body')],
        name: (field(node, 'name')?.text ?? '').replaceAll('::', '.'),
      }),
    alias_declaration: (node) => named(node, { kind: 'type', exported: true, outer: templateOf(node) }),
    concept_definition: (node) => named(node, { kind: 'type', exported: true, outer: templateOf(node) }),
    preproc_def: (node) => named(node, { kind: 'macro', exported: true }),
    preproc_function_def: (node) => named(node, { kind: 'macro', exported: true, body: field(node, 'value') ?? null }),
    type_definition: (node) => [
      ...typesIn(node),
      ...fields(node, 'declarator').flatMap((each) => {
        const at = declaredName(each);
        return at === undefined ? [] : [{ kind: 'type' as const, name: at.text, at, exported: true, whole: node }];
      }),
    ],
    function_definition: (node, { container }) => declared(node, field(node, 'declarator'), container),
    declaration: (node, { container }) => [
      ...typesIn(node),
      ...fields(node, 'declarator').flatMap((each) => declared(node, each, container)),
    ],
    field_declaration: (node, { container }) => [
      ...typesIn(node),
      ...fields(node, 'declarator').flatMap((each) => declared(node, each, container)),
    ],
  },
  transparent: words(
    'translation_unit preproc_ifdef preproc_if preproc_else preproc_elif linkage_specification declaration_list template_declaration',
  ),
  imports: {
    preproc_include: (node) => {
      const path = field(node, 'path')?.text ?? '';
      return /^[<"]/.test(path) ? [importOf(node, path.slice(1, -1))] : [];
    },
  },
  identifiers: words('identifier type_identifier field_identifier namespace_identifier'),
  roles: {
    definition: words(
      'enumerator.name namespace_definition.name alias_declaration.name concept_definition.name preproc_def.name ' +
        'preproc_function_def.name preproc_params. type_definition.declarator function_definition.declarator declaration.declarator ' +
        'field_declaration.declarator parameter_declaration.declarator optional_parameter_declaration.declarator ' +
        'type_parameter_declaration. for_range_loop.declarator class_specifier+body.name struct_specifier+body.name ' +
        'union_specifier+body.name enum_specifier+body.name',
    ),
    property: words('field_expression.field field_designator.'),
    inherited: words(
      'pointer_declarator.declarator init_declarator.declarator function_declarator.declarator array_declarator.declarator ' +
        'reference_declarator. parenthesized_declarator. qualified_identifier.name destructor_name. template_function.name',
    ),
  },
  visibility: (node) => (node.type === 'access_specifier' ? node.text.startsWith('public') : undefined),
};

/** The types that a declaration defines before its names: `typedef struct node { ... } node_t`. */
function typesIn(node: Node): (Definition | Scope)[] {
  const type = field(node, 'type');
  const rule = type === undefined ? undefined : c.definitions[type.type];
  return type === undefined || rule === undefined ? [] : rule(type, { container: undefined });
}

function declared(node: Node, declarator: Node | undefined, container: string | undefined): Definition[] {
  const at = declarator === undefined ? undefined : declaredName(declarator);
  if (at === undefined) return [];
  // `int Shop::size()` outside of the class belongs to Shop.
  const path = at.text.replace(/<[^<>]*>/g, '').split('::');
  const name = path.pop() ?? at.text;
  const owner = path.length > 0 ? path.join('.') : undefined;
  const isMember = container !== undefined || owner !== undefined;
  const isFunction = functionOf(declarator) !== undefined;
  const isConstant = /^(?:static |inline )*const(?:expr)? /.test(node.text);
  const isConstructor = isFunction && isMember && field(node, 'type') === undefined && !name.startsWith('~');
  const inNamespace = isMember && isNamespace(node);
  return [
    {
      kind: isConstructor
        ? 'constructor'
        : isFunction
          ? isMember && !inNamespace
            ? 'method'
            : 'function'
          : isMember && !inNamespace
            ? 'property'
            : isConstant
              ? 'constant'
              : 'variable',
      name,
      at,
      exported: isMember || !childrenOfType(node, 'storage_class_specifier').some((each) => each.text === 'static'),
      body: field(node, 'body') ?? null,
      whole: node,
      outer: templateOf(node),
      container: owner,
    },
  ];
}

function isNamespace(node: Node): boolean {
  let at = node.parent;
  while (at !== null && /^(?:preproc_.*|template_declaration|declaration_list|linkage_specification)$/.test(at.type))
    at = at.parent;
  return at?.type === 'namespace_definition';
}

/** The name within pointers, arrays, parameters and an initial value. */
function declaredName(declarator: Node): Node | undefined {
  let node: Node | undefined = declarator;
  while (node !== undefined && !NAMES.has(node.type))
    node =
      field(node, 'declarator') ??
      (/^(?:reference|parenthesized)/.test(node.type) ? (node.namedChildren[0] ?? undefined) : undefined);
  return node;
}

const NAMES = words(
  'identifier field_identifier type_identifier qualified_identifier destructor_name operator_name template_function',
);

function functionOf(declarator: Node | undefined): Node | undefined {
  let node = declarator;
  while (node !== undefined && node.type !== 'function_declarator')
    node =
      field(node, 'declarator') ??
      (node.type === 'reference_declarator' ? (node.namedChildren[0] ?? undefined) : undefined);
  // `int (*callback)(int)` declares a variable.
  return field(node, 'declarator')?.type === 'parenthesized_declarator' ? undefined : node;
}

function templateOf({ parent }: Node): Node | undefined {
  return parent?.type === 'template_declaration' ? parent : undefined;
}
