import type { Node } from 'web-tree-sitter';
import type { CodeImport, SymbolKind } from '../indexer/code-file.ts';

/** A definition that a node of the syntax tree makes. */
export interface Definition {
  readonly kind: SymbolKind;
  readonly name: string;
  /** Where the name is written. */
  readonly at: Node;
  readonly exported: boolean;
  /** The signature ends before this node. */
  readonly body?: Node | null | undefined;
  /** The declaration around it, if that starts earlier: `type A struct` around `A struct`. */
  readonly whole?: Node | undefined;
  /** Decorators and templates before it; comments stand before those. */
  readonly outer?: Node | undefined;
  /** A type that it belongs to and that is written elsewhere: the receiver of a method in Go. */
  readonly container?: string | undefined;
  /** Documentation that is not a comment, as in Python. */
  readonly documentation?: string | undefined;
  /** The nodes whose children are its members. */
  readonly members?: readonly (Node | null | undefined)[];
  /** Members before the first `private:` or `public:` can be used elsewhere. Default true. */
  readonly areMembersExported?: boolean;
}

/** Definitions that belong to a name without defining it: an `impl` block in Rust. */
export interface Scope {
  readonly scope: string;
  readonly members: readonly (Node | null | undefined)[];
}

export type DefinitionRule = (node: Node, place: { readonly container: string | undefined }) => (Definition | Scope)[];

/** What the index has to know about the syntax tree of a language. */
export interface LanguageRules {
  /** By the type of the node. */
  readonly definitions: Readonly<Record<string, DefinitionRule>>;
  /** Nodes that hold definitions without being one: the root, conditional compilation. */
  readonly transparent: ReadonlySet<string>;
  readonly imports: Readonly<Record<string, (node: Node) => CodeImport[]>>;
  /** Node types of names, or `parent>type`. */
  readonly identifiers: ReadonlySet<string>;
  /** What a name does, by `parent.field` of its node. A name that is in no list is a use. */
  readonly roles: {
    readonly definition: ReadonlySet<string>;
    readonly property: ReadonlySet<string>;
    /** The role is that of the parent: `*name` is declared where its pointer is. */
    readonly inherited: ReadonlySet<string>;
  };
  /** Whether the definitions after this node can be used elsewhere, if the node changes that. */
  readonly visibility?: (node: Node) => boolean | undefined;
}

export function field(node: Node | null | undefined, name: string): Node | undefined {
  return node?.childForFieldName(name) ?? undefined;
}

export function fields(node: Node, name: string): Node[] {
  return node.childrenForFieldName(name).filter((each) => each.isNamed);
}

export function childrenOfType(node: Node | null | undefined, ...types: string[]): Node[] {
  return (node?.namedChildren ?? []).filter((each) => types.includes(each.type));
}

/** A definition named by the field `name`. */
export function named(
  node: Node,
  definition: Omit<Definition, 'name' | 'at' | 'body'> & { readonly name?: string; readonly body?: Node | null },
): Definition[] {
  const at = field(node, 'name');
  if (at === undefined) return [];
  return [{ at, name: at.text, body: field(node, 'body'), ...definition }];
}

export function importOf(node: Node, source: string, more: Partial<CodeImport> = {}): CodeImport {
  const line = node.startPosition.row + 1;
  return { source, symbols: [], isDefault: false, isNamespace: false, isType: false, form: 'import', line, ...more };
}

export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}
