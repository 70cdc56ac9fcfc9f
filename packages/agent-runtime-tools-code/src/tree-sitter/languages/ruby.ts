import type { Node } from 'web-tree-sitter';
import {
  childrenOfType,
  field,
  importOf,
  named,
  words,
  type Definition,
  type DefinitionRule,
  type LanguageRules,
} from '../language-rules.ts';

const method: DefinitionRule = (node, { container }) =>
  named(node, {
    kind: container === undefined ? 'function' : field(node, 'name')?.text === 'initialize' ? 'constructor' : 'method',
    exported: true,
    body: field(node, 'body') ?? node.child(node.childCount - 1),
  });

export const ruby: LanguageRules = {
  definitions: {
    module: (node) => named(node, { kind: 'module', exported: true, members: [field(node, 'body')], ...path(node) }),
    class: (node) => named(node, { kind: 'class', exported: true, members: [field(node, 'body')], ...path(node) }),
    method,
    singleton_method: method,
    assignment: (node) => {
      const at = field(node, 'left');
      return at?.type === 'constant' ? [{ kind: 'constant', name: at.text, at, exported: true }] : [];
    },
    call: (node) => attributes(node),
  },
  transparent: words('program singleton_class body_statement begin_block if unless'),
  imports: {
    call: (node) => {
      const name = field(node, 'receiver') === undefined ? field(node, 'method')?.text : undefined;
      if (name !== 'require' && name !== 'require_relative' && name !== 'load') return [];
      const source = literal(field(node, 'arguments')?.namedChildren[0] ?? undefined);
      if (source === undefined) return [];
      const isRelative = name === 'require_relative' && !/^\.{1,2}\//.test(source);
      return [importOf(node, isRelative ? `./${source}` : source, { form: 'require' })];
    },
  },
  identifiers: words(
    'identifier constant instance_variable class_variable global_variable hash_key_symbol simple_symbol',
  ),
  roles: {
    definition: words(
      'module.name class.name method.name singleton_method.name assignment.left method_parameters. keyword_parameter.name ' +
        'optional_parameter.name splat_parameter.name hash_splat_parameter.name block_parameter.name block_parameters. ' +
        'lambda_parameters. for.pattern exception_variable.',
    ),
    property: words('pair.key call+receiver.method'),
    inherited: words(
      'left_assignment_list. destructured_left_assignment. scope_resolution.name destructured_parameter.',
    ),
  },
  visibility: (node) => {
    if (node.type !== 'identifier') return undefined;
    if (node.text === 'private' || node.text === 'protected') return false;
    return node.text === 'public' ? true : undefined;
  },
};

/** `class Acme::Shop` is the class Acme.Shop. */
function path(node: Node): { name?: string } {
  const name = field(node, 'name')?.text ?? '';
  return name.includes('::') ? { name: name.replaceAll('::', '.') } : {};
}

/** `attr_reader :name` defines the property name. */
function attributes(node: Node): Definition[] {
  if (!/^attr_(?:reader|writer|accessor)$/.test(field(node, 'method')?.text ?? '')) return [];
  return childrenOfType(field(node, 'arguments'), 'simple_symbol').map((at) => ({
    kind: 'property',
    name: at.text.slice(1),
    at,
    exported: true,
    whole: node,
  }));
}

/** A string without interpolation. */
function literal(node: Node | undefined): string | undefined {
  if (node?.type !== 'string' || node.namedChildren.some((each) => each?.type !== 'string_content')) return undefined;
  return node.namedChildren.map((each) => each?.text ?? '').join('');
}
