/** Turns chunks of a program's output into chunks of UTF-8 that hold whole characters only. */
export interface TextSource {
  /** What it returns is valid until the next call, and no longer than the chunk. */
  next(chunk: Buffer): Buffer;
  end(): Buffer;
}
