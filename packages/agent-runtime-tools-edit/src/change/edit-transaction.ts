import { coreErrors, ToolFailure, type Owner, type ToolContext } from '@ku0/agent-runtime-tools-core';
import {
  encodeTextFile,
  withLineEnding,
  workspaceErrors,
  type FileContent,
  type ResolvedPath,
  type TextFile,
  type Transaction,
  type Workspace,
} from '@ku0/agent-runtime-tools-workspace';
import { editErrors, throwFailure } from '../errors.ts';
import { checkSameFile, staleFile, tooLarge } from './change-failures.ts';
import { describeChange } from './describe-change.ts';
import type { EditedFile, EditedHunk } from './edited-files.ts';
import type { EditLimits } from './edit-limits.ts';
import type { FileSnapshot } from './approval-snapshot.ts';

/** A text file that was opened to be changed, with the path as requested. */
export interface OpenText extends FileContent, TextFile {
  readonly requestedPath: string;
}

export interface EditScope {
  readonly workspace: Workspace;
  readonly owner: Owner;
  readonly signal: AbortSignal;
  /** The files as they were when approval was requested; undefined when it was not. */
  readonly snapshot: ReadonlyMap<string, FileSnapshot> | undefined;
  /** A dry run may plan changes to protected files, since it asks for approval of them. */
  readonly dryRun: boolean;
  readonly limits: EditLimits;
  readonly emitProgress: ToolContext['emitProgress'];
}

export interface ChangeDetails {
  readonly hunks?: readonly EditedHunk[];
  readonly replacements?: number;
  /** New permission bits. */
  readonly permissions?: number | undefined;
}

export interface MoveOptions {
  /** The existing file that the move overwrites. */
  readonly over?: OpenText | undefined;
}

/** The changes of one call: reads files, checks that they are fresh and approved, and stages all changes for one commit. */
export class EditTransaction {
  readonly #transaction: Transaction;
  readonly #scope: EditScope;
  readonly #files: EditedFile[] = [];
  #bytes = 0;
  #diffChars = 0;
  /** Warnings for the result, such as skipped files. */
  readonly warnings: string[] = [];

  constructor(transaction: Transaction, scope: EditScope) {
    this.#transaction = transaction;
    this.#scope = scope;
  }

  /** The staged changes, in order. */
  get files(): EditedFile[] {
    return [...this.#files];
  }

  get signal(): AbortSignal {
    return this.#scope.signal;
  }

  /** Publishes progress of a call with several files, about a hundred times in all. */
  reportProgress(done: number, total: number, path: string): void {
    const isDue = done % Math.max(1, Math.floor(total / 100)) === 0 || done === total;
    if (total > 1 && isDue && !this.#scope.dryRun) this.#scope.emitProgress(done, total, path);
  }

  /**
   * Reads a file to change it. Fails if the file changed since the task read it or approval was requested; with
   * `check: 'later'` only when the file is actually modified.
   */
  async open(path: string, { check = 'now' }: { check?: 'now' | 'later' } = {}): Promise<OpenText> {
    this.#checkSignal();
    const open = await this.#readText(path);
    if (check === 'now') this.#checkFresh(open);
    this.#countBytes(open.size);
    return { ...open, requestedPath: path };
  }

  async #readText(path: string): Promise<FileContent & TextFile> {
    try {
      return await this.#transaction.readText(path, { maxBytes: this.#scope.limits.maxFileBytes });
    } catch (error) {
      const advice = error instanceof ToolFailure ? EDIT_SUGGESTIONS[error.error.code] : undefined;
      if (!(error instanceof ToolFailure) || advice === undefined) throw error;
      throw new ToolFailure({ ...error.error, suggestion: advice }, { cause: error });
    }
  }

  async modify(open: OpenText, text: string, notes: ChangeDetails = {}): Promise<void> {
    this.#checkSignal();
    this.#checkFresh(open);
    const { file } = open;
    const permissions = notes.permissions === open.permissions ? undefined : notes.permissions;
    if (text === open.text && permissions === undefined)
      throwFailure(editErrors.EDIT_NO_CHANGE({ message: `The edit would not change ${file.display}.` }));
    const written = await this.#transaction.write(open.requestedPath, this.#encode(open, text), {
      mode: 'replace',
      allowProtected: this.#mayWriteProtected(file),
      ...(permissions !== undefined && { permissions }),
    });
    checkSameFile(open, written);
    this.#record({ status: 'modified', before: open.text, after: text, to: file.display }, notes);
  }

  /** Replaces the content of an existing file, keeping its encoding, line endings and mode. */
  async replace(path: string, content: string, notes: ChangeDetails = {}): Promise<void> {
    const open = await this.open(path);
    const text = content.includes('\r') ? content : withLineEnding(content, open.lineEnding);
    await this.modify(open, text, notes);
  }

  /** Creates a file that does not exist. */
  async create(path: string, text: string, notes: ChangeDetails = {}): Promise<void> {
    this.#checkSignal();
    const file = await this.#resolveApproved(path, 'create');
    await this.#transaction.write(path, this.#encode({ file, encoding: 'utf-8' }, text), {
      mode: 'create',
      allowProtected: this.#mayWriteProtected(file),
      ...(notes.permissions !== undefined && { permissions: notes.permissions }),
    });
    this.#record({ status: 'created', after: text, to: file.display }, notes);
  }

  /** Deletes a file, or a link but not its target. Folders are refused. */
  async remove(path: string): Promise<void> {
    this.#checkSignal();
    const file = await this.#resolveApproved(path, 'delete');
    if (file.kind === 'directory')
      throwFailure(workspaceErrors.IS_DIRECTORY({ message: `${path} is a folder.`, details: { path } }));
    const before = file.kind === 'file' ? await this.#readForDiff(path) : undefined;
    await this.#transaction.remove(path, { allowProtected: this.#mayWriteProtected(file) });
    this.#record({ status: 'deleted', before, to: file.display });
  }

  /** Resolves a path without the check for protected files, which happens on writing. */
  resolve(path: string, access: 'write' | 'create' | 'delete'): Promise<ResolvedPath> {
    return this.#scope.workspace.resolve(path, { access, allowProtected: true });
  }

  /** Moves a file without changing it; with `over`, overwriting that file. */
  async move(from: string, to: string, { over }: MoveOptions = {}): Promise<void> {
    this.#checkSignal();
    const source = await this.#resolveApproved(from, 'delete');
    const target = over?.file ?? (await this.#resolveApproved(to, 'create'));
    const content = await this.#transaction.read(from, { maxBytes: this.#scope.limits.maxFileBytes });
    this.#checkFresh(content);
    if (over === undefined)
      await this.#transaction.move(from, to, {
        allowProtected: this.#mayWriteProtected(source) && this.#mayWriteProtected(target),
      });
    else {
      this.#countBytes(content.size);
      await this.#overwrite(over, content.bytes, content.permissions);
      await this.#transaction.remove(from, { ifHash: content.hash, allowProtected: this.#mayWriteProtected(source) });
    }
    this.#record({ status: 'moved', from: source.display, to: target.display, replaced: over?.text });
  }

  /** Moves a file and changes its text, keeping its mode and encoding. */
  async moveAndModify(
    open: OpenText,
    to: string,
    text: string,
    notes: ChangeDetails & MoveOptions = {},
  ): Promise<void> {
    const source = await this.#resolveApproved(open.requestedPath, 'delete');
    checkSameFile(open, source);
    const target = await this.#writeTarget(open, to, text, notes);
    await this.#transaction.remove(open.requestedPath, {
      ifHash: open.hash,
      allowProtected: this.#mayWriteProtected(source),
    });
    const change = { before: open.text, after: text, from: source.display, to: target.display };
    this.#record({ status: 'moved', ...change, replaced: notes.over?.text }, notes);
  }

  /** Creates a file from the text of another one, with its mode and encoding. */
  async copy(open: OpenText, to: string, text: string, notes: ChangeDetails = {}): Promise<void> {
    const target = await this.#writeTarget(open, to, text, notes);
    this.#record({ status: 'created', after: text, to: target.display }, notes);
  }

  async #writeTarget(
    open: OpenText,
    to: string,
    text: string,
    { permissions, over }: ChangeDetails & MoveOptions,
  ): Promise<ResolvedPath> {
    this.#checkSignal();
    const bytes = this.#encode(open, text);
    const mode = permissions ?? open.permissions;
    if (over !== undefined) return this.#overwrite(over, bytes, mode);
    const target = await this.#resolveApproved(to, 'create');
    await this.#transaction.write(to, bytes, {
      mode: 'create',
      permissions: mode,
      allowProtected: this.#mayWriteProtected(target),
    });
    return target;
  }

  async #overwrite(over: OpenText, bytes: Uint8Array, permissions: number): Promise<ResolvedPath> {
    const written = await this.#transaction.write(over.requestedPath, bytes, {
      mode: 'replace',
      permissions,
      ifHash: over.hash,
      allowProtected: this.#mayWriteProtected(over.file),
    });
    checkSameFile(over, written);
    return written;
  }

  async #resolveApproved(path: string, access: 'create' | 'delete'): Promise<ResolvedPath> {
    const file = await this.resolve(path, access);
    this.#checkApproved(file);
    return file;
  }

  /** A protected file may be written only if the approval snapshot has it as protected. */
  #mayWriteProtected(file: ResolvedPath): boolean {
    return !file.protected || this.#scope.dryRun || this.#scope.snapshot?.get(file.path)?.protected === true;
  }

  #checkFresh({ file, version, hash }: FileContent): void {
    this.#checkApproved(file);
    const { workspace, owner, snapshot } = this.#scope;
    const verdict = workspace.tracker.check(owner, file.path, { version, hash });
    if (verdict === 'stale') throwFailure(staleFile(file, 'since it was read'));
    if (snapshot !== undefined && snapshot.get(file.path)?.version !== version && verdict !== 'fresh')
      throwFailure(staleFile(file, SINCE_APPROVAL));
  }

  /** Refuses a file that is not in the approval snapshot, such as one that a changed link leads to. */
  #checkApproved(file: ResolvedPath): void {
    const { snapshot } = this.#scope;
    if (snapshot !== undefined && !snapshot.has(file.path)) throwFailure(staleFile(file, SINCE_APPROVAL));
  }

  /** The text of a deleted file for its diff; undefined for a binary or too large file. */
  async #readForDiff(path: string): Promise<string | undefined> {
    try {
      return (await this.open(path)).text;
    } catch (error) {
      if (error instanceof ToolFailure && NOT_DIFFABLE.has(error.error.code)) return undefined;
      throw error;
    }
  }

  #encode({ file, encoding }: Pick<OpenText, 'file' | 'encoding'>, text: string): Buffer {
    const bytes = encodeTextFile(text, encoding);
    if (bytes.byteLength > this.#scope.limits.maxFileBytes)
      throwFailure(tooLarge(file.display, this.#scope.limits.maxFileBytes));
    this.#countBytes(bytes.byteLength);
    return bytes;
  }

  /** Adds a change to the result. The more diffs there are, the shorter each of them gets. */
  #record(change: Parameters<typeof describeChange>[0], notes: ChangeDetails = {}): void {
    const maxDiffChars = Math.max(MIN_DIFF_CHARS, Math.min(MAX_DIFF_CHARS, MAX_ALL_DIFF_CHARS - this.#diffChars));
    const file = describeChange(change, notes, { maxDiffChars });
    this.#diffChars += file.diff.length;
    this.#files.push(file);
  }

  /** Counts bytes against the limit of the call, whose texts are all in memory. */
  #countBytes(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#scope.limits.maxTotalBytes)
      throwFailure(tooLarge('The files of this call', this.#scope.limits.maxTotalBytes));
  }

  #checkSignal(): void {
    if (this.#scope.signal.aborted) throwFailure(coreErrors.CANCELLED());
  }
}

const MIN_DIFF_CHARS = 1000;
const MAX_DIFF_CHARS = 100_000;
const MAX_ALL_DIFF_CHARS = 1_000_000;
/** Suggestions that replace those of the workspace, which are about reading. */
const EDIT_SUGGESTIONS: Readonly<Record<string, string>> = {
  [workspaceErrors.TOO_LARGE.code]:
    'The file is too large to edit with this tool: change it with a command or a script.',
  [workspaceErrors.BINARY_FILE.code]:
    'Only text files can be edited: write the whole file, or use a program made for this format.',
};
const SINCE_APPROVAL = 'since approval for this call was requested';
const NOT_DIFFABLE: ReadonlySet<string> = new Set([workspaceErrors.BINARY_FILE.code, workspaceErrors.TOO_LARGE.code]);
