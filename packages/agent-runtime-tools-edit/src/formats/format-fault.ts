/** Why a diff or patch cannot be parsed: where, and what to write instead. */
export interface FormatFault {
  /** The 1-based line of the given text. */
  readonly line: number;
  readonly message: string;
  readonly suggestion: string;
  /** Valid, but not supported: links, submodules, binary content. */
  readonly unsupported?: boolean;
}

/** Thrown inside a parser; `catchFault` turns it into a result. */
export class FormatError extends Error {
  readonly fault: FormatFault;

  constructor(fault: FormatFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** Runs a parser and returns its value, or the fault that it threw. */
export function catchFault<T>(parse: () => T): { ok: true; value: T } | { ok: false; fault: FormatFault } {
  try {
    return { ok: true, value: parse() };
  } catch (error) {
    if (error instanceof FormatError) return { ok: false, fault: error.fault };
    throw error;
  }
}
