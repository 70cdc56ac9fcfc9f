/** What a definition is. */
export const SYMBOL_KINDS = [
  'class',
  'constant',
  'constructor',
  'enum',
  'enum_member',
  'function',
  'interface',
  'macro',
  'method',
  'module',
  'namespace',
  'property',
  'struct',
  'trait',
  'type',
  'variable',
] as const;
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** A definition in a source file. Lines and columns are 1-based; columns count UTF-16 units. */
export interface CodeSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** The declaration without its body, on one line. */
  readonly signature: string;
  /** The comment before the declaration, without comment markers. */
  readonly documentation?: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** Other files can import it. */
  readonly exported: boolean;
  /** The class, interface or namespace it belongs to: `Outer.Inner`. */
  readonly container?: string;
}

/** One import statement, `require` call or `import()` expression. */
export interface CodeImport {
  readonly source: string;
  /** Named imports by their exported names, a default or namespace import by its local name. */
  readonly symbols: string[];
  readonly isDefault: boolean;
  readonly isNamespace: boolean;
  readonly isType: boolean;
  /** Local names of imports that were renamed: `{ exported: 'local' }`. */
  readonly aliases?: Record<string, string>;
  readonly form: 'import' | 'dynamic' | 'require' | 'type';
  readonly line: number;
}

/** One exported name. `name` is `*` for `export * from`, and `export=` for `module.exports =` and `export =`. */
export interface CodeExport {
  readonly name: string;
  readonly kind: string;
  readonly isDefault: boolean;
  readonly isType: boolean;
  /** The module that the name is re-exported from. */
  readonly from?: string;
  /** The name in this file or in `from`, if it differs. */
  readonly local?: string;
  readonly line: number;
}

/** All that the index knows about one source file. */
export interface CodeFile {
  readonly symbols: readonly CodeSymbol[];
  readonly imports: readonly CodeImport[];
  readonly exports: readonly CodeExport[];
  /** Every identifier of the file, once. */
  readonly names: readonly string[];
  /** The first syntax error. The rest of the record is what could be read in spite of it. */
  readonly syntaxError?: string;
}
