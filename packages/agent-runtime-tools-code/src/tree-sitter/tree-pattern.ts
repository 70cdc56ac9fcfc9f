import type { Node } from 'web-tree-sitter';
import type { TreeSitterLanguage } from '../indexer/source-languages.ts';
import type { LoadedLanguage } from './grammars.ts';
import { bareName, isIdentifier } from './identifiers.ts';
import { walkTree } from './walk-tree.ts';

/** A node of a pattern, read once, so that its syntax tree can be deleted. */
export type PatternNode =
  /** `$NAME`: any one node. */
  | { readonly variable: string }
  /** `$$$NAME`: any number of nodes. */
  | { readonly list: string }
  | { readonly type: string; readonly text: string; readonly children: readonly PatternNode[] };

export interface TreePattern {
  readonly root: PatternNode;
  /** The identifiers that every match has. */
  readonly names: readonly string[];
}

/** Reads a pattern, or says why it is not code in the language. */
export function readPattern(language: LoadedLanguage, pattern: string): TreePattern | { readonly fault: string } {
  const trimmed = pattern.trim();
  if (trimmed === '') return { fault: 'it is empty' };
  for (const spell of SPELLINGS[language.name] ?? [plainName]) {
    for (const inBraces of LISTS_IN_BRACES[language.name] ?? [plainList]) {
      const written = withPlaceholders(trimmed, spell, inBraces);
      for (const [before, after] of CONTEXTS[language.name]) {
        const found = readInContext(language, { before, written, after, spell });
        if (found === undefined) continue;
        if ('variable' in found.root || 'list' in found.root) return { fault: 'it is only a metavariable' };
        return found;
      }
    }
  }
  return { fault: `it is not valid ${language.name}` };
}

/** How a metavariable is written so that the parser takes it for a name. The parser takes `µ` for a letter. */
type Spelling = (name: string) => string;
const plainName: Spelling = (name) => `µ${name}`;
const SPELLINGS: Partial<Record<TreeSitterLanguage, readonly Spelling[]>> = {
  ruby: [plainName, (name) => `Zµ${name}`],
  php: [(name) => `$µ${name}`, plainName],
  bash: [(name) => `_µ${name}`.replaceAll('µ', '_u_')],
};

const IN_FUNCTION: Readonly<Record<'c' | 'java' | 'csharp' | 'go' | 'rust', string>> = {
  c: 'void f() {',
  java: 'class C { void f() {',
  csharp: 'class C { void F() {',
  go: 'package p\nfunc f() {\n',
  rust: 'fn f() {',
};

/** The code around a pattern in which it is tried, in this order. */
const CONTEXTS: Readonly<Record<TreeSitterLanguage, readonly (readonly [string, string])[]>> = {
  python: [['', '']],
  ruby: [['', '']],
  bash: [['', '']],
  php: [
    ['<?php ', ';'],
    ['<?php ', ''],
    ['<?php class C { ', ' }'],
  ],
  go: [
    [IN_FUNCTION.go, '\n}'],
    ['package p\n', '\n'],
    ['package p\ntype T struct {\n', '\n}'],
  ],
  rust: [
    [IN_FUNCTION.rust, ';}'],
    [IN_FUNCTION.rust, '}'],
    ['', ''],
    ['impl T {', '}'],
  ],
  java: [
    [IN_FUNCTION.java, ';}}'],
    [IN_FUNCTION.java, '}}'],
    ['class C { Object f = ', ';}'],
    ['class C {', '}'],
    ['', ''],
  ],
  csharp: [
    [IN_FUNCTION.csharp, ';}}'],
    [IN_FUNCTION.csharp, '}}'],
    ['class C { object f = ', ';}'],
    ['class C {', '}'],
    ['', ''],
  ],
  c: [
    [IN_FUNCTION.c, ';}'],
    [IN_FUNCTION.c, '}'],
    ['', ''],
    ['class C {', '};'],
  ],
  cpp: [
    [IN_FUNCTION.c, ';}'],
    [IN_FUNCTION.c, '}'],
    ['', ''],
    ['class C {', '};'],
  ],
};

/** How `{ $$$ }` is written, so that the list is a statement or a member. */
type ListSpelling = (placeholder: string) => string;
const plainList: ListSpelling = (placeholder) => placeholder;
const statementList: ListSpelling = (placeholder) => `${placeholder};`;
const memberList: ListSpelling = (placeholder) => `int ${placeholder};`;
const fieldList: ListSpelling = (placeholder) => `${placeholder}: u8`;
const BRACES: readonly ListSpelling[] = [statementList, memberList, plainList];
const LISTS_IN_BRACES: Partial<Record<TreeSitterLanguage, readonly ListSpelling[]>> = {
  c: BRACES,
  cpp: BRACES,
  java: BRACES,
  csharp: BRACES,
  php: [statementList, (placeholder) => `public ${placeholder};`, plainList],
  rust: [statementList, fieldList, plainList],
};

function withPlaceholders(pattern: string, spell: Spelling, inBraces: ListSpelling): string {
  return pattern.replaceAll(
    /(\$\$\$|\$)([A-Z_][A-Z0-9_]*)?/g,
    (written, dollars: string, name: string | undefined, offset: number) => {
      if (dollars === '$') return name === undefined ? written : spell(name);
      const placeholder = spell(`µµ${name ?? ''}`);
      const isAlone =
        /[{;]\s*$/.test(pattern.slice(0, offset)) && /^\s*\}/.test(pattern.slice(offset + written.length));
      return isAlone ? inBraces(placeholder) : placeholder;
    },
  );
}

function readInContext(
  language: LoadedLanguage,
  { before, written, after, spell }: { before: string; written: string; after: string; spell: Spelling },
): TreePattern | undefined {
  const tree = language.parse(before + written + after);
  try {
    if (tree.rootNode.hasError) return undefined;
    const [start, end] = [before.length, before.length + written.length];
    const node = tree.rootNode.descendantForIndex(start, end);
    const exact = node === null ? undefined : exactNode(node, start, end, after.startsWith(';'));
    if (exact === undefined) return undefined;
    const names = new Set<string>();
    walkTree(tree, (cursor, path) => {
      const isInside = cursor.startIndex >= start && cursor.endIndex <= end;
      if (isInside && isIdentifier(cursor.nodeType, path, language.rules) && !isPlaceholder(cursor.nodeText))
        names.add(bareName(cursor.nodeText));
    });
    return { root: convert(exact, spell('')), names: [...names] };
  } finally {
    tree.delete();
  }
}

/** The innermost node that is exactly the pattern, or the pattern with the semicolon that was added behind it. */
function exactNode(node: Node, start: number, end: number, hasSemicolon: boolean): Node | undefined {
  if (node.startIndex === start && node.endIndex === end) return node;
  for (const each of [node, ...node.namedChildren]) {
    if (each?.startIndex !== start) continue;
    if (each.endIndex === end || (hasSemicolon && each.endIndex === end + 1)) return each;
  }
  return undefined;
}

function isPlaceholder(text: string): boolean {
  return /µ|_u_/.test(text);
}

function convert(node: Node, marker: string): PatternNode {
  const list = nameAfter(marker, node.text.replace(/^(?:int|public) |(?:;|: u8)$/g, ''));
  if (list !== undefined && /^µµ[A-Z0-9_]*$/.test(list)) return { list: list.slice(2) };
  const variable = nameAfter(marker, node.text);
  if (variable !== undefined && /^[A-Z_][A-Z0-9_]*$/.test(variable)) return { variable };
  const children = node.children.flatMap((each) => (each === null ? [] : [convert(each, marker)]));
  return { type: node.type, text: node.text, children };
}

function nameAfter(marker: string, text: string): string | undefined {
  return text.startsWith(marker) ? text.slice(marker.length).replaceAll('_u_', 'µ') : undefined;
}
