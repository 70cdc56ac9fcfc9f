import { Lang, parse, type SgNode } from '@ast-grep/napi';
import { errorMessage } from '@ku0/agent-runtime-tools-core';
import type { Language } from '../indexer/source-languages.ts';
import { namesInPattern } from './names-in-pattern.ts';
import type { ParserOperations, PatternCheck, SourceText, StructureMatch } from './parse-task.ts';

/** Languages of tree-sitter have a matcher of their own. */
function grammarOf(language: Language): Lang {
  return language === 'typescript' ? Lang.TypeScript : language === 'tsx' ? Lang.Tsx : Lang.JavaScript;
}

const MAX_TEXT = 500;

/** The code of a file that matches an AST pattern such as `fetch($URL, $$$)`. */
export function matchStructure(
  { text, language }: SourceText,
  { pattern, limit }: ParserOperations['structure']['options'],
): StructureMatch[] {
  const names = new Set(pattern.match(/\$+[A-Z_][A-Z0-9_]*/g));
  const root = parse(grammarOf(language), text).root();
  const found = new Map(
    withoutTrailingList(pattern).flatMap((each) => root.findAll(each).map((node) => [placeOf(node), node] as const)),
  );
  const ordered = [...found.values()].sort((a, b) => a.range().start.index - b.range().start.index);
  return ordered.slice(0, limit).map((node) => {
    const { start, end } = node.range();
    return {
      line: start.line + 1,
      column: start.column + 1,
      endLine: end.line + 1,
      text: node.text().slice(0, MAX_TEXT),
      variables: Object.fromEntries([...names].flatMap((name) => variable(node, name))),
    };
  });
}

/**
 * A list that may be empty at the end also matches without the comma before it.
 *
 *     fetch($URL, $$$)  ->  fetch($URL, $$$) and fetch($URL)
 */
function withoutTrailingList(pattern: string): string[] {
  const shorter = pattern.replaceAll(/,\s*\$\$\$[A-Z_0-9]*\s*(?=[)\]}])/g, '');
  return shorter === pattern ? [pattern] : [pattern, shorter];
}

function placeOf(node: SgNode): string {
  const { start, end } = node.range();
  return `${start.index}-${end.index}`;
}

/** Whether a pattern is code in a language. */
export function checkPattern(language: Language, pattern: string): PatternCheck {
  const fault = faultOf(language, pattern);
  return fault === undefined ? { names: namesInPattern(pattern) } : { fault };
}

function faultOf(language: Language, pattern: string): string | undefined {
  try {
    const root = parse(grammarOf(language), pattern).root();
    if (root.find({ rule: { kind: 'ERROR' } }) !== null) return `it is not valid ${language}`;
    if (root.children().length === 0) return 'it is empty';
    if (root.children().length > 1) return 'it has several statements; write one, or put them into a block';
    root.find(pattern);
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

function variable(node: SgNode, written: string): [string, string][] {
  const name = written.replace(/^\$+/, '');
  if (!written.startsWith('$$$')) {
    const match = node.getMatch(name);
    return match === null ? [] : [[name, match.text().slice(0, MAX_TEXT)]];
  }
  const matches = node.getMultipleMatches(name);
  return [
    [
      name,
      matches
        .map((each) => each.text())
        .join('')
        .slice(0, MAX_TEXT),
    ],
  ];
}
