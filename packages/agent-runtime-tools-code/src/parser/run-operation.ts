import { ecmascriptParser, type EcmascriptParser } from '../ecmascript/parse-ecmascript.ts';
import { findOccurrences } from '../ecmascript/find-occurrences.ts';
import type { CodeFile } from '../indexer/code-file.ts';
import { isTreeSitterLanguage, type TreeSitterLanguage } from '../indexer/source-languages.ts';
import { loadLanguage } from '../tree-sitter/grammars.ts';
import { matchTree } from '../tree-sitter/match-tree.ts';
import { occurrencesInTree } from '../tree-sitter/name-roles.ts';
import { readTree } from '../tree-sitter/read-tree.ts';
import { readPattern } from '../tree-sitter/tree-pattern.ts';
import type { FileSummary, OperationName, ParserOperations, SourceText } from './parse-task.ts';

type Options<Name extends OperationName> = ParserOperations[Name]['options'];

/** Runs one operation on one file, in the parser process. */
export async function runOperation(operation: OperationName, options: unknown, source: SourceText): Promise<unknown> {
  if (isTreeSitterLanguage(source.language)) return await runOnTree(operation, options, source.language, source.text);
  if (operation === 'summary') return summaryOf((await parser()).read(source.path, source.text));
  if (operation === 'occurrences')
    return findOccurrences(await parser(), source, (options as Options<'occurrences'>).name);
  const { matchStructure, checkPattern } = await import('./match-structure.ts');
  if (operation === 'structure') return matchStructure(source, options as Options<'structure'>);
  return checkPattern(source.language, (options as Options<'checkPattern'>).pattern);
}

async function runOnTree(
  operation: OperationName,
  options: unknown,
  name: TreeSitterLanguage,
  text: string,
): Promise<unknown> {
  const language = await loadLanguage(name);
  if (operation === 'summary') return summaryOf(readTree(language, text));
  if (operation === 'occurrences') return occurrencesInTree(language, text, (options as Options<'occurrences'>).name);
  if (operation === 'structure') return matchTree(language, text, options as Options<'structure'>);
  const read = readPattern(language, (options as Options<'checkPattern'>).pattern);
  return 'fault' in read ? read : { names: read.names };
}

function summaryOf(file: CodeFile): FileSummary {
  return { definedNames: [...new Set(file.symbols.map(({ name }) => name))], json: JSON.stringify(file) };
}

let loaded: Promise<EcmascriptParser> | undefined;

function parser(): Promise<EcmascriptParser> {
  return (loaded ??= ecmascriptParser());
}
