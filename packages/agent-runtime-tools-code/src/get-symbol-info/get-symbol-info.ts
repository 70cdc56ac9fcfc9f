import { nearestNames, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { CodeCall, Precision } from '../code-engine.ts';
import type { EngineParts } from '../create-code-engine.ts';
import { codeErrors } from '../errors.ts';
import type { CodeSymbol } from '../indexer/code-file.ts';
import { onlyFile } from '../indexer/only-file.ts';

export interface SymbolInfo extends CodeSymbol {
  file: string;
  precision: Precision;
  /** Other definitions of the name in this file: overloads, a getter and its setter, members of other classes. */
  others?: { line: number; signature: string }[];
}

/** One definition of a file. `symbol` is a name, or `Class.method` to say which one. */
export async function getSymbolInfo(
  { index }: EngineParts,
  { file: path, symbol }: { readonly file: string; readonly symbol: string },
  call: CodeCall,
): Promise<SymbolInfo> {
  const { path: name, file } = await onlyFile(index, path, call);
  const found = file.symbols.filter((each) => each.name === symbol || qualifiedName(each) === symbol);
  // A definition at the top level comes before a member of the same name.
  const [best, ...others] = found.toSorted((a, b) => depthOf(a) - depthOf(b) || a.line - b.line);
  if (best === undefined) throw new ToolFailure(symbolNotFound(symbol, name, file.symbols));
  return {
    ...best,
    file: name,
    precision: 'syntactic',
    ...(others.length > 0 && {
      others: others.slice(0, MAX_OTHERS).map(({ line, signature }) => ({ line, signature })),
    }),
  };
}

const MAX_OTHERS = 20;

export function qualifiedName({ name, container }: Pick<CodeSymbol, 'name' | 'container'>): string {
  return container === undefined ? name : `${container}.${name}`;
}

function depthOf({ container }: CodeSymbol): number {
  return container === undefined ? 0 : container.split('.').length;
}

/** The error for a name that a file does not have, with similar names. */
export function symbolNotFound(
  symbol: string,
  file: string,
  symbols: readonly CodeSymbol[],
  message = `${file} does not define ${symbol}.`,
): ReturnType<typeof codeErrors.SYMBOL_NOT_FOUND> {
  const nearest = nearestNames(symbol, [...new Set(symbols.map(({ name }) => name))]);
  return codeErrors.SYMBOL_NOT_FOUND({
    message,
    ...(nearest.length > 0 && { suggestion: `Did you mean ${nearest.join(', ')}?` }),
    details: { symbol, file, nearest },
  });
}
