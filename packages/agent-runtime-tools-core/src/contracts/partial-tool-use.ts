/** A call whose arguments are still arriving. */
export interface PartialToolUse<P = unknown> {
  readonly callId: string;
  readonly name: string;
  /** The arguments parsed so far: strings may be incomplete, objects may lack properties. */
  readonly params: DeepPartial<P>;
  /** The text received so far. */
  readonly text: string;
  /** True once the arguments have arrived in full. */
  readonly complete: boolean;
}

export type DeepPartial<T> = T extends readonly (infer E)[]
  ? DeepPartial<E>[]
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> }
    : T;
