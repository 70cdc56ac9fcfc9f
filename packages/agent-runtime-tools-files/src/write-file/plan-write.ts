import { isAscii } from 'node:buffer';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import {
  encodeTextFile,
  parseTextFile,
  withLineEnding,
  workspaceErrors,
  type LineEnding,
  type ResolvedPath,
  type TextEncoding,
  type Transaction,
} from '@ku0/agent-runtime-tools-workspace';
import { filesErrors, refuse } from '../errors.ts';
import type { FileCall } from '../file-call.ts';
import { fileDiff, MAX_DIFF_BYTES, type FileDiff, type KnownContent } from '../file-diff.ts';
import { findPlaceholders } from './find-placeholders.ts';

export interface WriteFileParams {
  readonly path: string;
  readonly content: string;
  /** Default `keep`: that of the file, UTF-8 for a new one. */
  readonly encoding?: TextEncoding | 'base64' | 'keep';
  readonly createDirs?: boolean;
}

/** What a call would write, and how it differs from the existing file. */
export interface WritePlan {
  readonly file: ResolvedPath;
  readonly bytes: Uint8Array;
  readonly diff: FileDiff;
  readonly warnings: readonly string[];
  /** Of the existing file. */
  readonly version: string | undefined;
  readonly hash: string | undefined;
  /** The file already has exactly these bytes. */
  readonly isSame: boolean;
}

interface PlanAccess extends Pick<FileCall, 'workspace'> {
  /** A transaction, which checks at its commit that the file has not changed; or the workspace, for a dry run. */
  readonly files: Pick<Transaction, 'resolve' | 'stat' | 'read'>;
}

/** The bytes that a call would write. The encoding, byte order mark and line endings of an existing file are kept. */
export async function planWrite(
  { path, content, encoding }: WriteFileParams,
  { files, workspace }: PlanAccess,
): Promise<WritePlan> {
  const file = await files.resolve(path, { access: 'write', allowProtected: true });
  if (!file.exists && path.endsWith('/'))
    refuse(
      workspaceErrors.IS_DIRECTORY({
        message: `${path} is the name of a folder.`,
        suggestion: 'Name the file in it; missing folders are created.',
        details: { path },
      }),
    );
  const old = file.exists ? await existingFile(file.path, { files, workspace }) : undefined;
  const bytes = encoding === 'base64' ? fromBase64(content) : encodeLike(old, content, encoding);
  const isText = encoding !== 'base64';
  return {
    file,
    bytes,
    diff: fileDiff(old?.content, bytes, file.display),
    warnings: isText ? [...placeholderWarnings(content, old?.text), ...encodingWarnings(old, encoding)] : [],
    version: old?.version,
    hash: old?.hash,
    isSame: old?.content instanceof Uint8Array && Buffer.compare(old.content, bytes) === 0,
  };
}

interface ExistingFile {
  readonly content: KnownContent;
  /** Undefined if it is not text, or too large to read whole. */
  readonly text: string | undefined;
  readonly encoding: TextEncoding | undefined;
  /** ASCII is the same bytes in most encodings. */
  readonly isAscii: boolean;
  readonly lineEnding: LineEnding;
  readonly version: string;
  readonly hash?: string;
}

async function existingFile(path: string, { files, workspace }: PlanAccess): Promise<ExistingFile> {
  const { size } = await files.stat(path);
  if (size > MAX_DIFF_BYTES) return largeFile(path, { workspace });
  const { bytes, version, hash } = await files.read(path, { maxBytes: MAX_DIFF_BYTES * 2 });
  const known = await unlessBinary(() => parseTextFile(bytes));
  return {
    content: bytes,
    text: known?.text,
    encoding: known?.encoding,
    isAscii: isAscii(bytes),
    lineEnding: known?.lineEnding ?? 'none',
    version,
    hash,
  };
}

/** Only the first line is read, which tells encoding and line endings in bounded memory. */
async function largeFile(path: string, { workspace }: Pick<FileCall, 'workspace'>): Promise<ExistingFile> {
  const head = await unlessBinary(() => workspace.readLines(path, { limit: 1, maxLineBytes: 1024 }));
  const { version } = head ?? (await workspace.stat(path));
  return {
    content: 'unread',
    text: undefined,
    encoding: head?.encoding,
    isAscii: false,
    lineEnding: head?.lineEnding ?? 'none',
    version,
  };
}

async function unlessBinary<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolFailure && error.error.code === workspaceErrors.BINARY_FILE.code) return undefined;
    throw error;
  }
}

function encodeLike(old: ExistingFile | undefined, content: string, requested: RequestedEncoding): Uint8Array {
  const encoding = encodingFor(old, requested);
  const hasMark = encoding === 'utf-8-bom' || encoding === 'utf-16le' || encoding === 'utf-16be';
  const text = hasMark ? content.replace(/^\ufeff/, '') : content;
  return encodeTextFile(withLineEnding(text, old?.lineEnding ?? 'none'), encoding);
}

type RequestedEncoding = Exclude<WriteFileParams['encoding'], 'base64'>;

function encodingFor(old: ExistingFile | undefined, requested: RequestedEncoding = 'keep'): TextEncoding {
  const kept = old?.encoding ?? 'utf-8';
  // A byte order mark is kept, whether the caller says utf-8 or utf-8-bom.
  return requested === 'keep' || (requested === 'utf-8' && kept === 'utf-8-bom') ? kept : requested;
}

/** Warns a caller that names an encoding and so changes that of the file. */
function encodingWarnings(old: ExistingFile | undefined, requested: RequestedEncoding): string[] {
  const [before, after] = [old?.encoding, encodingFor(old, requested)];
  if (before === undefined || before === after || old?.isAscii === true) return [];
  return [`The file was encoded in ${before} and is now in ${after}, as asked. Leave encoding out to keep it.`];
}

function fromBase64(content: string): Uint8Array {
  const plain = content.replaceAll(/\s/g, '');
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/.test(plain))
    refuse(filesErrors.INVALID_BASE64());
  return Buffer.from(plain, 'base64');
}

function placeholderWarnings(content: string, before: string | undefined): string[] {
  return findPlaceholders(content, before).map(
    ({ line, text }) =>
      `Line ${line} looks like a placeholder for code that was left out: "${text}". The file now has this line instead of the code.`,
  );
}
