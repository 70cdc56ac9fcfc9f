import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Language as Grammar, Parser, Tree } from 'web-tree-sitter';
import type { TreeSitterLanguage } from '../indexer/source-languages.ts';
import type { LanguageRules } from './language-rules.ts';
import { bash } from './languages/bash.ts';
import { c } from './languages/c.ts';
import { csharp } from './languages/csharp.ts';
import { go } from './languages/go.ts';
import { java } from './languages/java.ts';
import { php } from './languages/php.ts';
import { python } from './languages/python.ts';
import { ruby } from './languages/ruby.ts';
import { rust } from './languages/rust.ts';

const GRAMMARS: Readonly<Record<TreeSitterLanguage, { readonly file: string; readonly rules: LanguageRules }>> = {
  python: { file: 'python', rules: python },
  go: { file: 'go', rules: go },
  rust: { file: 'rust', rules: rust },
  java: { file: 'java', rules: java },
  // There is no grammar of C alone.
  c: { file: 'cpp', rules: c },
  cpp: { file: 'cpp', rules: c },
  csharp: { file: 'c-sharp', rules: csharp },
  ruby: { file: 'ruby', rules: ruby },
  php: { file: 'php', rules: php },
  bash: { file: 'bash', rules: bash },
};

/** A grammar with what the index knows about its trees. */
export interface LoadedLanguage {
  readonly name: TreeSitterLanguage;
  readonly rules: LanguageRules;
  /** The caller deletes the tree: its memory is not garbage collected. */
  parse(text: string): Tree;
}

/** Loads a grammar with the first file of its language. */
export async function loadLanguage(name: TreeSitterLanguage): Promise<LoadedLanguage> {
  const { file, rules } = GRAMMARS[name];
  const { parser, load } = await (loading ??= start());
  const grammar = await load(file);
  return {
    name,
    rules,
    parse(text) {
      parser.setLanguage(grammar);
      const tree = parser.parse(text);
      if (tree === null) throw new Error('The parser returned no syntax tree.');
      return tree;
    },
  };
}

interface TreeSitter {
  readonly parser: Parser;
  readonly load: (file: string) => Promise<Grammar>;
}

let loading: Promise<TreeSitter> | undefined;

async function start(): Promise<TreeSitter> {
  const { Language: loader, Parser: parserClass } = await import('web-tree-sitter');
  await parserClass.init();
  const folder = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'));
  const grammars = new Map<string, Promise<Grammar>>();
  return {
    parser: new parserClass(),
    async load(file) {
      const known = grammars.get(file) ?? loader.load(join(folder, `tree-sitter-${file}.wasm`));
      grammars.set(file, known);
      return await known;
    },
  };
}
