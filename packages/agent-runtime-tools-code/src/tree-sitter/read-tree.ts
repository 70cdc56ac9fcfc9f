import type { Node, Tree } from 'web-tree-sitter';
import { DocComments, type SourceComment } from '../indexer/doc-comments.ts';
import type { CodeFile, CodeImport, CodeSymbol } from '../indexer/code-file.ts';
import { signatureText } from '../indexer/signature-text.ts';
import type { LoadedLanguage } from './grammars.ts';
import type { Definition, LanguageRules } from './language-rules.ts';
import { bareName, isIdentifier } from './identifiers.ts';
import { walkTree } from './walk-tree.ts';

/** Reads the definitions, imports and names of a file. */
export function readTree(language: LoadedLanguage, text: string): CodeFile {
  const { rules } = language;
  const tree = language.parse(text);
  try {
    const [comments, imports, names]: [SourceComment[], CodeImport[], Set<string>] = [[], [], new Set()];
    walkTree(tree, (cursor, path) => {
      const type = cursor.nodeType;
      if (COMMENTS.has(type)) comments.push(toComment(cursor.nodeText, cursor.startIndex));
      else if (isIdentifier(type, path, rules)) names.add(bareName(cursor.nodeText));
      imports.push(...(rules.imports[type]?.(cursor.currentNode) ?? []));
    });
    const symbols = readSymbols(tree, rules, text, comments);
    return {
      symbols,
      imports,
      exports: symbols
        .filter(({ container, exported }) => container === undefined && exported)
        .map(({ name, kind, line }) => ({ name, kind, isDefault: false, isType: false, line })),
      names: [...names],
      ...(tree.rootNode.hasError && { syntaxError: errorText(tree) }),
    };
  } finally {
    tree.delete();
  }
}

/** The definitions at the top level of a file and the members of types. */
export function readSymbols(
  tree: Tree,
  rules: LanguageRules,
  text: string,
  comments: readonly SourceComment[],
): CodeSymbol[] {
  const reader = new TreeSymbols(rules, text, new DocComments(text, comments));
  reader.readChildren(tree.rootNode, { container: undefined, exported: true });
  return reader.symbols;
}

const COMMENTS: ReadonlySet<string> = new Set(['comment', 'line_comment', 'block_comment']);

interface Place {
  readonly container: string | undefined;
  readonly exported: boolean;
}

class TreeSymbols {
  readonly symbols: CodeSymbol[] = [];
  readonly #rules: LanguageRules;
  readonly #text: string;
  readonly #comments: DocComments;
  #depth = 0;

  constructor(rules: LanguageRules, text: string, comments: DocComments) {
    this.#rules = rules;
    this.#text = text;
    this.#comments = comments;
  }

  readChildren(node: Node, place: Place, areExported = true): void {
    if (this.#depth >= MAX_DEPTH) return;
    this.#depth++;
    let isVisible = areExported;
    for (const child of node.namedChildren) {
      if (child === null) continue;
      isVisible = this.#rules.visibility?.(child) ?? isVisible;
      this.#read(child, { ...place, exported: place.exported && isVisible });
    }
    this.#depth--;
  }

  #read(node: Node, place: Place): void {
    const rule = this.#rules.definitions[node.type];
    if (rule === undefined) {
      if (this.#rules.transparent.has(node.type)) this.readChildren(node, place);
      return;
    }
    for (const made of rule(node, place)) {
      const container = 'scope' in made ? join(place.container, made.scope) : this.#add(made, node, place);
      const exported = place.exported && ('scope' in made || made.exported);
      const areExported = 'scope' in made || (made.areMembersExported ?? true);
      for (const member of made.members ?? [])
        if (member !== null && member !== undefined) this.readChildren(member, { container, exported }, areExported);
    }
  }

  /** Returns the name that members have as their container. */
  #add(definition: Definition, node: Node, place: Place): string {
    const { kind, name, at, body, whole = node, outer = whole } = definition;
    const container =
      definition.container === undefined ? place.container : join(place.container, definition.container);
    const documentation =
      definition.documentation ?? this.#comments.before(Math.min(outer.startIndex, whole.startIndex));
    this.symbols.push({
      name,
      kind,
      signature: signatureText(this.#text.slice(whole.startIndex, body?.startIndex ?? whole.endIndex)).replace(
        /:$/,
        '',
      ),
      ...(documentation !== undefined && documentation !== '' && { documentation }),
      line: at.startPosition.row + 1,
      column: at.startPosition.column + 1,
      endLine:
        whole.endPosition.row +
        (whole.endPosition.column === 0 && whole.endPosition.row > at.startPosition.row ? 0 : 1),
      exported: place.exported && definition.exported,
      ...(container !== undefined && { container }),
    });
    return join(container, name);
  }
}

/** Definitions deeper than this are not listed. */
const MAX_DEPTH = 100;

function join(container: string | undefined, name: string): string {
  return container === undefined ? name : `${container}.${name}`;
}

function toComment(text: string, start: number): SourceComment {
  // The line that names the interpreter documents nothing.
  if (start === 0 && text.startsWith('#!')) return { type: 'Block', value: '', start, end: start };
  const isBlock = text.startsWith('/*') || text.startsWith('=begin');
  const value = isBlock
    ? text.replace(/^\/\*+|\*+\/$|^=begin|=end$/g, '')
    : text.replace(/^(?:\/\/[/!]?|#+!?) ?/, '').trimEnd();
  return { type: isBlock ? 'Block' : 'Line', value, start, end: start + text.trimEnd().length };
}

/** Where the first error is, in words. */
function errorText(tree: Tree): string {
  let line: number | undefined;
  walkTree(tree, (cursor) => {
    if (line === undefined && (cursor.nodeType === 'ERROR' || cursor.nodeIsMissing))
      line = cursor.startPosition.row + 1;
  });
  return line === undefined ? 'Syntax error.' : `Syntax error in line ${line}.`;
}
