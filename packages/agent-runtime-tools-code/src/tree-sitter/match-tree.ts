import type { Node } from 'web-tree-sitter';
import type { ParserOperations, StructureMatch } from '../parser/parse-task.ts';
import type { LoadedLanguage } from './grammars.ts';
import { readPattern, type PatternNode } from './tree-pattern.ts';
import { walkTree } from './walk-tree.ts';

const MAX_TEXT = 500;
/** The most comparisons for one candidate: several lists in a row can be divided in very many ways. */
const MAX_STEPS = 20_000;

/** The code of a file that matches an AST pattern such as `print($$$)`. */
export function matchTree(
  language: LoadedLanguage,
  text: string,
  { pattern, limit }: ParserOperations['structure']['options'],
): StructureMatch[] {
  const read = readPattern(language, pattern);
  if ('fault' in read || !('type' in read.root)) return [];
  const { root } = read;
  const tree = language.parse(text);
  const found: StructureMatch[] = [];
  try {
    walkTree(tree, (cursor) => {
      if (found.length >= limit || cursor.nodeType !== root.type) return;
      const node = cursor.currentNode;
      const matcher = new Matcher();
      if (matcher.matches(root, node)) found.push(toMatch(node, matcher.variables));
    });
    return found;
  } finally {
    tree.delete();
  }
}

class Matcher {
  variables: ReadonlyMap<string, string> = new Map();
  #steps = 0;

  matches(pattern: PatternNode, node: Node): boolean {
    if (++this.#steps > MAX_STEPS || 'list' in pattern) return false;
    if ('variable' in pattern) return node.isNamed && this.#bind(pattern.variable, node.text);
    if (pattern.type !== node.type) return false;
    const children = node.children.filter((each) => each !== null && !each.type.endsWith('comment'));
    if (pattern.children.length === 0) return children.length === 0 && pattern.text === node.text;
    return this.#matchList(withoutFinalSemicolon(pattern.children), children);
  }

  /** Tries the patterns on the nodes from left to right; a list takes as few nodes as possible. */
  #matchList(patterns: readonly PatternNode[], nodes: readonly Node[]): boolean {
    if (++this.#steps > MAX_STEPS) return false;
    const [pattern, ...rest] = patterns;
    const [node, ...others] = nodes;
    if (pattern === undefined) return nodes.every(isSeparator);
    const before = this.variables;
    if ('list' in pattern) {
      for (let taken = 0; taken <= nodes.length; taken++) {
        this.variables = before;
        const isBound = this.#bind(pattern.list, listText(nodes.slice(0, taken)));
        if (isBound && this.#matchList(taken === 0 && isComma(rest[0]) ? rest.slice(1) : rest, nodes.slice(taken)))
          return true;
        if (taken === 0 && isBound && isComma(rest[0])) {
          this.variables = before;
          if (this.#matchList(rest, nodes)) return true;
        }
      }
      this.variables = before;
      return false;
    }
    if (node !== undefined && this.matches(pattern, node) && this.#matchList(rest, others)) return true;
    this.variables = before;
    const [following] = rest;
    // `f($A, $$$)` also matches `f(a)`, which has no comma.
    if (isComma(pattern) && following !== undefined && 'list' in following) {
      if (this.#bind(following.list, '') && this.#matchList(rest.slice(1), nodes)) return true;
      this.variables = before;
    }
    return node !== undefined && isSeparator(node) && this.#matchList(patterns, others);
  }

  /** The same metavariable is the same code everywhere. */
  #bind(name: string, text: string): boolean {
    if (name === '' || name === '_') return true;
    const known = this.variables.get(name);
    if (known !== undefined) return known === text;
    this.variables = new Map([...this.variables, [name, text]]);
    return true;
  }
}

/** Whether a statement ends with a semicolon makes no difference. */
function withoutFinalSemicolon(patterns: readonly PatternNode[]): readonly PatternNode[] {
  const last = patterns.at(-1);
  return last !== undefined && 'type' in last && last.type === ';' ? patterns.slice(0, -1) : patterns;
}

function isComma(pattern: PatternNode | undefined): boolean {
  return pattern !== undefined && 'type' in pattern && pattern.type === ',';
}

/** Tokens that may be left out: a trailing comma, a semicolon, the end of a line. */
function isSeparator(node: Node): boolean {
  return !node.isNamed && /^[,;\s]*$/.test(node.type);
}

function listText(nodes: readonly Node[]): string {
  const [first, last] = [nodes[0], nodes.findLast((each) => !isSeparator(each))];
  if (first === undefined || last === undefined) return '';
  const all = first.parent;
  const start = first.startIndex - (all?.startIndex ?? 0);
  return all?.text.slice(start, last.endIndex - all.startIndex) ?? '';
}

function toMatch(node: Node, variables: ReadonlyMap<string, string>): StructureMatch {
  return {
    line: node.startPosition.row + 1,
    column: node.startPosition.column + 1,
    endLine: node.endPosition.row + 1,
    text: node.text.slice(0, MAX_TEXT),
    variables: Object.fromEntries([...variables].map(([name, text]) => [name, text.slice(0, MAX_TEXT)])),
  };
}
