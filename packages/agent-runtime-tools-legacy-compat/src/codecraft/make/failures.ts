import { codecraftErrors } from '../errors.ts';
import type { Outcome } from './make-tool.ts';
import type { ToolContext } from '../types/tool-context.ts';

/** Asks before something happens. Gives a failure if the person says no, and nothing if there is nobody to ask. */
export async function refusedBy(
  { confirm }: Pick<ToolContext, 'confirm'>,
  message: string,
): Promise<Extract<Outcome, { failure: unknown }> | undefined> {
  if (confirm === undefined || (await confirm(message))) return undefined;
  const { code, message: sentence } = codecraftErrors.USER_CANCELLED();
  return { failure: { code, message: sentence } };
}

export function fileNotFound(path: string): Extract<Outcome, { failure: unknown }> {
  return { failure: { code: 'FILE_NOT_FOUND', message: `File not found: ${path}` } };
}

/** The answer of an engine that knows no such symbol. */
export function symbolNotFound({ symbol }: { readonly symbol?: string }): Outcome {
  return { failure: { code: 'SYMBOL_NOT_FOUND', message: `Symbol not found: ${symbol}` } };
}
