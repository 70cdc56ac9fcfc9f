import type { CodeFile } from './code-file.ts';
import { isCodeFile, type RecordHead } from './cache/cache-record.ts';
import type { SourceFile } from './list-sources.ts';
import type { Language } from './source-languages.ts';

/** The content of a record has not the shape that was written: the cache was changed by somebody else. */
export class DamagedRecord extends Error {
  override readonly name = 'DamagedRecord';
}

/**
 * What the index knows about one source file. The content stays JSON, as it comes from the parser or the cache, until it is
 * asked for: most questions about a large tree look into few of its files.
 */
export class FileRecord implements RecordHead {
  readonly path: string;
  readonly language: Language;
  readonly size: number;
  readonly modifiedMs: number;
  readonly digest: string;
  readonly isSettled: boolean;
  readonly definedNames: readonly string[];
  #content: CodeFile | string | Buffer;

  constructor(head: RecordHead, content: string | Buffer) {
    this.path = head.path;
    this.language = head.language;
    this.size = head.size;
    this.modifiedMs = head.modifiedMs;
    this.digest = head.digest;
    this.isSettled = head.isSettled;
    this.definedNames = head.definedNames;
    this.#content = content;
  }

  /** Throws DamagedRecord. */
  get file(): CodeFile {
    const content = this.#content;
    if (typeof content === 'object' && !Buffer.isBuffer(content)) return content;
    const file = parseContent(content.toString());
    this.#content = file;
    return file;
  }

  /** The content as JSON, on one line. */
  get json(): string {
    const content = this.#content;
    return typeof content === 'object' && !Buffer.isBuffer(content) ? JSON.stringify(content) : content.toString();
  }

  /** Whether the file has an identifier. */
  mentions(name: string): boolean {
    const content = this.#content;
    const isJson = typeof content === 'string' || Buffer.isBuffer(content);
    // A search in the text rules out most files without parsing them.
    if (isJson && !content.includes(JSON.stringify(name))) return false;
    return this.file.names.includes(name);
  }

  /** The same content with another size or time. */
  movedTo(file: SourceFile, isSettled: boolean): FileRecord {
    const { digest, definedNames } = this;
    const { path, language, size, modifiedMs } = file;
    const content = this.#content;
    const isJson = typeof content === 'string' || Buffer.isBuffer(content);
    return new FileRecord(
      { path, language, size, modifiedMs, digest, isSettled, definedNames },
      isJson ? content : this.json,
    );
  }
}

function parseContent(json: string): CodeFile {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new DamagedRecord('The content of a record is not JSON.');
  }
  if (!isCodeFile(value)) throw new DamagedRecord('The content of a record has another shape.');
  return value;
}
