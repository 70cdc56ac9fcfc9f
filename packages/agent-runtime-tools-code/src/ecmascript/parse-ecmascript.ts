import type * as oxcParser from 'oxc-parser';
import type { ParseResult } from 'oxc-parser';
import type { CodeExport, CodeFile, CodeImport } from '../indexer/code-file.ts';
import { LineTable } from '../indexer/line-table.ts';
import { DocComments } from '../indexer/doc-comments.ts';
import { readCommonJsExports } from './read-common-js.ts';
import { readExports, readImport, readNestedImport } from './read-modules.ts';
import { readSymbols } from './read-symbols.ts';
import { isNode, nameOf, type SyntaxNode } from './syntax-node.ts';

type Oxc = typeof oxcParser;

/** Loads the parser on the first file. */
export async function ecmascriptParser(): Promise<EcmascriptParser> {
  const oxc = await import('oxc-parser');
  return new EcmascriptParser(oxc);
}

export class EcmascriptParser {
  readonly #oxc: Oxc;

  constructor(oxc: Oxc) {
    this.#oxc = oxc;
  }

  /** The syntax tree of a file. A file with errors may have an empty or partial tree. */
  parse(path: string, text: string): { program: SyntaxNode; result: ParseResult } {
    let result = this.#oxc.parseSync(path, text, optionsFor(path));
    if (result.errors.length > 0 && /\.c?jsx?$/.test(path)) {
      // Scripts may have a `return` at the top level, octal numbers and `with`.
      const asScript = this.#oxc.parseSync(path, text, { ...optionsFor(path), sourceType: 'commonjs' });
      if (asScript.errors.length < result.errors.length) result = asScript;
    }
    const program: unknown = result.program;
    if (!isNode(program)) throw new TypeError('The parser returned no syntax tree.');
    return { program, result };
  }

  /** Calls `visit` for every node with its parent and the key in it. Nodes are visited in the order of the source. */
  walk(root: SyntaxNode, visit: (node: SyntaxNode, parent: SyntaxNode | undefined, key: string) => void): void {
    const keys = this.#oxc.visitorKeys;
    const descend = (node: SyntaxNode, parent: SyntaxNode | undefined, key: string): void => {
      visit(node, parent, key);
      for (const each of keys[node.type] ?? []) {
        const value = node[each];
        if (Array.isArray(value)) {
          for (const child of value) if (isNode(child)) descend(child, node, each);
        } else if (isNode(value)) descend(value, node, each);
      }
    };
    descend(root, undefined, '');
  }

  /** Reads the definitions, imports, exports and names of a file. */
  read(path: string, text: string): CodeFile {
    const { program, result } = this.parse(path, text);
    const lines = new LineTable(text);
    const [imports, declared, names]: [CodeImport[], CodeExport[], Set<string>] = [[], [], new Set()];
    const assigned: CodeExport[] = [];
    const isScript = /\.[cm]?jsx?$/.test(path);
    this.walk(program, (node, parent) => {
      if (parent?.type === 'Program') {
        imports.push(...readImport(node, lines));
        declared.push(...readExports(node, lines));
      }
      const nested = readNestedImport(node, lines);
      if (nested !== undefined) imports.push(nested);
      if (isScript && node.type === 'AssignmentExpression') assigned.push(...readCommonJsExports(node, lines));
      if (IDENTIFIERS.has(node.type)) names.add(nameOf(node) ?? '');
    });
    // In a file with import or export statements, `exports` is a variable like others.
    const isModule = declared.length > 0 || imports.some(({ form }) => form === 'import');
    const exports = isModule ? declared : assigned;
    const exportedNames = new Set(
      exports.flatMap(({ name, local, from }) => (from === undefined ? [local ?? name] : [])),
    );
    const comments = new DocComments(text, result.comments);
    const [error] = result.errors;
    return {
      symbols: readSymbols(program, { text, lines, comments, exportedNames }),
      imports,
      exports: withDeclaredKinds(exports, program),
      names: [...names],
      ...(error !== undefined && { syntaxError: error.message }),
    };
  }
}

export const IDENTIFIERS: ReadonlySet<string> = new Set(['Identifier', 'PrivateIdentifier', 'JSXIdentifier']);

/** JSX is allowed in every JavaScript file, as TypeScript does. */
function optionsFor(path: string) {
  if (/\.d\.[cm]?ts$/.test(path)) return { lang: 'dts' as const };
  if (/\.[cm]?js$/.test(path))
    return { lang: 'jsx' as const, astType: 'ts' as const, sourceType: 'unambiguous' as const };
  return { astType: 'ts' as const };
}

/** Gives `export { a }` the kind of the declaration of a. */
function withDeclaredKinds(exports: readonly CodeExport[], program: SyntaxNode): CodeExport[] {
  if (exports.every(({ kind }) => kind !== 'value')) return [...exports];
  const body = program['body'];
  const kinds = new Map<string, string>();
  for (const statement of Array.isArray(body) ? body : []) {
    if (!isNode(statement) || !/Declaration$|^TSDeclareFunction$/.test(statement.type)) continue;
    const wrapped = { ...statement, type: 'ExportNamedDeclaration', declaration: statement, source: null };
    for (const { name, kind } of readExports(wrapped, NO_LINES)) if (!kinds.has(name)) kinds.set(name, kind);
  }
  return exports.map((each) => {
    const kind = each.kind === 'value' && each.from === undefined ? kinds.get(each.local ?? each.name) : undefined;
    return kind === undefined ? each : { ...each, kind };
  });
}

const NO_LINES = new LineTable('');
