import { ecmascriptParser, type EcmascriptParser } from '../ecmascript/parse-ecmascript.ts';
import { findOccurrences } from '../ecmascript/find-occurrences.ts';
import type { OperationName, ParserOperations, SourceText } from './parse-task.ts';

/** Runs one operation on one file, in the parser process. */
export async function runOperation(operation: OperationName, options: unknown, source: SourceText): Promise<unknown> {
  if (operation === 'summary') return (await parser()).read(source.path, source.text);
  if (operation === 'occurrences')
    return findOccurrences(await parser(), source, (options as ParserOperations['occurrences']['options']).name);
  const { matchStructure, patternFault } = await import('./match-structure.ts');
  if (operation === 'structure') return matchStructure(source, options as ParserOperations['structure']['options']);
  return patternFault(source.language, (options as ParserOperations['checkPattern']['options']).pattern);
}

let loaded: Promise<EcmascriptParser> | undefined;

function parser(): Promise<EcmascriptParser> {
  return (loaded ??= ecmascriptParser());
}
