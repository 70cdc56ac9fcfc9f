/** Why a text is no diff: where, and what to write instead. */
export interface FormatFault {
  /** 1-based line of the text that was given. */
  readonly line: number;
  readonly message: string;
  readonly suggestion: string;
  /** Well written, but nothing that is done here: links, submodules, binary content. */
  readonly unsupported?: boolean;
}

/** Ends a parser; its entry point turns it into a result. */
export class FormatError extends Error {
  readonly fault: FormatFault;

  constructor(fault: FormatFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** What a parser gives, or the fault that ended it. */
export function withFault<T>(parse: () => T): { ok: true; value: T } | { ok: false; fault: FormatFault } {
  try {
    return { ok: true, value: parse() };
  } catch (error) {
    if (error instanceof FormatError) return { ok: false, fault: error.fault };
    throw error;
  }
}
