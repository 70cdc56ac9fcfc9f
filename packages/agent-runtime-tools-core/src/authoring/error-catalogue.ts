import type { ToolError, ToolErrorKind } from '../contracts/tool-error.ts';

/** One entry of a package's catalogue. */
export interface ErrorEntry {
  readonly kind: ToolErrorKind;
  /** The default message, for a person. */
  readonly message: string;
  readonly suggestion?: string;
  readonly retryable?: boolean;
}

/** What one error adds to its entry, or overrides. */
export interface ErrorOccurrence {
  readonly message?: string;
  readonly suggestion?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryable?: boolean;
}

export type ErrorCatalogue<Codes extends string> = {
  readonly [C in Codes]: ErrorFactory<C>;
};

export interface ErrorFactory<C extends string = string> {
  (occurrence?: ErrorOccurrence): ToolError & { readonly code: C };
  readonly code: C;
  readonly entry: ErrorEntry;
}

/** Makes a function for each error code of a package that creates the error: `errors.FILE_NOT_FOUND({ message })`. */
export function errorCatalogue<Codes extends string>(entries: Record<Codes, ErrorEntry>): ErrorCatalogue<Codes> {
  const catalogue = {} as { -readonly [C in Codes]: ErrorFactory<C> };
  for (const code of Object.keys(entries) as Codes[]) catalogue[code] = errorFactory(code, entries[code]);
  return Object.freeze(catalogue);
}

function errorFactory<C extends string>(code: C, entry: ErrorEntry): ErrorFactory<C> {
  const make = (occurrence: ErrorOccurrence = {}): ToolError & { readonly code: C } => {
    const suggestion = occurrence.suggestion ?? entry.suggestion;
    return {
      code,
      kind: entry.kind,
      message: occurrence.message ?? entry.message,
      retryable: occurrence.retryable ?? entry.retryable ?? false,
      ...(suggestion !== undefined && { suggestion }),
      ...(occurrence.details !== undefined && { details: occurrence.details }),
    };
  };
  return Object.assign(make, { code, entry });
}
