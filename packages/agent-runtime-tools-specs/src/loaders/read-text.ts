import { errorText } from '../error-text.ts';
import { parseSource, type ParsedSource } from '../spec/parse-source.ts';
import type { SpecProblemKind } from '../spec/spec-problem.ts';
import type { SpecSource } from './spec-loader.ts';

/** Reads the specs of a text: those of this package, or what another format is turned into. Never rejects. */
export type SpecReader = (text: string, source: string) => Promise<ParsedSource>;

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** A source from its bytes. Bytes that are not UTF-8 or no YAML make it a failed one. */
export async function sourceFromBytes(
  place: Pick<SpecSource, 'id' | 'label'>,
  bytes: Uint8Array,
  read: SpecReader = parseSource,
): Promise<SpecSource> {
  try {
    const text = UTF8.decode(bytes);
    const parsed = await read(text, place.label);
    const failed = parsed.problems.some(({ kind }) => kind === 'syntax');
    return { ...place, text, ...parsed, ...(failed && { failed }) };
  } catch (error) {
    return failedSource(place, 'unreadable', error);
  }
}

/** A source that could not be read or verified. Its last good specs stay. */
export function failedSource(
  place: Pick<SpecSource, 'id' | 'label'>,
  kind: SpecProblemKind,
  error: unknown,
): SpecSource {
  const problem = { kind, source: place.label, message: errorText(error) };
  return { ...place, specs: [], problems: [problem], failed: true };
}
