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
import { editErrors, refuse } from '../errors.ts';
import { stale, tooLarge } from './change-failures.ts';
import { describeChange } from './describe-change.ts';
import type { EditedFile, EditedHunk } from './edited-files.ts';
import type { EditLimits } from './edit-limits.ts';
import type { KnownFile } from './known-files.ts';

/** A text file that is about to be changed, and the path it was asked for by. */
export interface OpenText extends FileContent, TextFile {
  readonly asked: string;
}

export interface EditScope {
  readonly workspace: Workspace;
  readonly owner: Owner;
  readonly signal: AbortSignal;
  /** The files as they were when approval was asked for; undefined when nobody was asked. */
  readonly known: ReadonlyMap<string, KnownFile> | undefined;
  /** A dry run shows what approval would be asked for, protected names included. */
  readonly dryRun: boolean;
  readonly limits: EditLimits;
  readonly emitProgress: ToolContext['emitProgress'];
}

export interface ChangeNotes {
  readonly hunks?: readonly EditedHunk[];
  readonly replacements?: number;
  /** Permission bits, where they are to change. */
  readonly permissions?: number | undefined;
}

export interface MoveOver {
  /** The file that is replaced by one that is moved there. */
  readonly over?: OpenText | undefined;
}

/** The changes of one call: files are read as they are now, and staged to be written together. */
export class EditTransaction {
  readonly #transaction: Transaction;
  readonly #scope: EditScope;
  readonly #files: EditedFile[] = [];
  #bytes = 0;
  #diffChars = 0;
  /** What the reader of the result should know besides the changes. */
  readonly warnings: string[] = [];

  constructor(transaction: Transaction, scope: EditScope) {
    this.#transaction = transaction;
    this.#scope = scope;
  }

  /** What has been staged, in order. */
  get files(): EditedFile[] {
    return [...this.#files];
  }

  get signal(): AbortSignal {
    return this.#scope.signal;
  }

  /** Tells how far a call with many files is: about a hundred times in all. */
  progress(done: number, total: number, path: string): void {
    const isTold = done % Math.max(1, Math.floor(total / 100)) === 0 || done === total;
    if (total > 1 && isTold && !this.#scope.dryRun) this.#scope.emitProgress(done, total, path);
  }

  /**
   * Reads a file to change it. Refuses one that changed since the task read it or approval was asked for: at once,
   * or, for one that may turn out to need no change, only when it is changed.
   */
  async open(path: string, { check = 'now' }: { check?: 'now' | 'later' } = {}): Promise<OpenText> {
    this.#checkSignal();
    const open = await this.#readText(path);
    if (check === 'now') this.#checkFresh(open);
    this.#hold(open.size);
    return { ...open, asked: path };
  }

  async #readText(path: string): Promise<FileContent & TextFile> {
    try {
      return await this.#transaction.readText(path, { maxBytes: this.#scope.limits.maxFileBytes });
    } catch (error) {
      const advice = error instanceof ToolFailure ? ADVICE[error.error.code] : undefined;
      if (!(error instanceof ToolFailure) || advice === undefined) throw error;
      throw new ToolFailure({ ...error.error, suggestion: advice }, { cause: error });
    }
  }

  async modify(open: OpenText, text: string, notes: ChangeNotes = {}): Promise<void> {
    this.#checkSignal();
    this.#checkFresh(open);
    const { file } = open;
    const permissions = notes.permissions === open.permissions ? undefined : notes.permissions;
    if (text === open.text && permissions === undefined)
      refuse(editErrors.EDIT_NO_CHANGE({ message: `The edit would leave ${file.display} as it is.` }));
    const written = await this.#transaction.write(open.asked, this.#encode(open, text), {
      mode: 'replace',
      allowProtected: this.#mayTouch(file),
      ...(permissions !== undefined && { permissions }),
    });
    checkSamePlace(open, written);
    this.#note({ status: 'modified', before: open.text, after: text, to: file.display }, notes);
  }

  /** Gives a file that is there other content, in the encoding, with the line endings and the mode that it has. */
  async replace(path: string, content: string, notes: ChangeNotes = {}): Promise<void> {
    const open = await this.open(path);
    const text = content.includes('\r') ? content : withLineEnding(content, open.lineEnding);
    await this.modify(open, text, notes);
  }

  /** Makes a file where there is none. */
  async create(path: string, text: string, notes: ChangeNotes = {}): Promise<void> {
    this.#checkSignal();
    const file = await this.#resolve(path, 'create');
    await this.#transaction.write(path, this.#encode({ file, encoding: 'utf-8' }, text), {
      mode: 'create',
      allowProtected: this.#mayTouch(file),
      ...(notes.permissions !== undefined && { permissions: notes.permissions }),
    });
    this.#note({ status: 'created', after: text, to: file.display }, notes);
  }

  /** Removes a file, or a link and not what it leads to. Folders are refused. */
  async remove(path: string): Promise<void> {
    this.#checkSignal();
    const file = await this.#resolve(path, 'delete');
    if (file.kind === 'directory')
      refuse(workspaceErrors.IS_DIRECTORY({ message: `${path} is a folder.`, details: { path } }));
    const before = file.kind === 'file' ? await this.#textOf(path) : undefined;
    await this.#transaction.remove(path, { allowProtected: this.#mayTouch(file) });
    this.#note({ status: 'deleted', before, to: file.display });
  }

  /** Where a path leads, for whoever has to compare several. Protected names are judged when they are written. */
  place(path: string, access: 'write' | 'create' | 'delete'): Promise<ResolvedPath> {
    return this.#scope.workspace.resolve(path, { access, allowProtected: true });
  }

  /** Moves a file that stays as it is; with `over`, to where that file is, which it replaces. */
  async move(from: string, to: string, { over }: MoveOver = {}): Promise<void> {
    this.#checkSignal();
    const source = await this.#resolve(from, 'delete');
    const target = over?.file ?? (await this.#resolve(to, 'create'));
    const content = await this.#transaction.read(from, { maxBytes: this.#scope.limits.maxFileBytes });
    this.#checkFresh(content);
    if (over === undefined)
      await this.#transaction.move(from, to, { allowProtected: this.#mayTouch(source) && this.#mayTouch(target) });
    else {
      this.#hold(content.size);
      await this.#writeOver(over, content.bytes, content.permissions);
      await this.#transaction.remove(from, { ifHash: content.hash, allowProtected: this.#mayTouch(source) });
    }
    this.#note({ status: 'moved', from: source.display, to: target.display, replaced: over?.text });
  }

  /** Moves a file whose text changes on the way. Its mode and encoding go with it. */
  async moveChanged(open: OpenText, to: string, text: string, notes: ChangeNotes & MoveOver = {}): Promise<void> {
    const source = await this.#resolve(open.asked, 'delete');
    checkSamePlace(open, source);
    const target = await this.#writeBeside(open, to, text, notes);
    await this.#transaction.remove(open.asked, { ifHash: open.hash, allowProtected: this.#mayTouch(source) });
    const change = { before: open.text, after: text, from: source.display, to: target.display };
    this.#note({ status: 'moved', ...change, replaced: notes.over?.text }, notes);
  }

  /** Makes a file of another one's text, changed or not, with its mode and encoding. */
  async copy(open: OpenText, to: string, text: string, notes: ChangeNotes = {}): Promise<void> {
    const target = await this.#writeBeside(open, to, text, notes);
    this.#note({ status: 'created', after: text, to: target.display }, notes);
  }

  async #writeBeside(
    open: OpenText,
    to: string,
    text: string,
    { permissions, over }: ChangeNotes & MoveOver,
  ): Promise<ResolvedPath> {
    this.#checkSignal();
    const bytes = this.#encode(open, text);
    const mode = permissions ?? open.permissions;
    if (over !== undefined) return this.#writeOver(over, bytes, mode);
    const target = await this.#resolve(to, 'create');
    await this.#transaction.write(to, bytes, {
      mode: 'create',
      permissions: mode,
      allowProtected: this.#mayTouch(target),
    });
    return target;
  }

  async #writeOver(over: OpenText, bytes: Uint8Array, permissions: number): Promise<ResolvedPath> {
    const written = await this.#transaction.write(over.asked, bytes, {
      mode: 'replace',
      permissions,
      ifHash: over.hash,
      allowProtected: this.#mayTouch(over.file),
    });
    checkSamePlace(over, written);
    return written;
  }

  async #resolve(path: string, access: 'create' | 'delete'): Promise<ResolvedPath> {
    const file = await this.place(path, access);
    this.#checkAsked(file);
    return file;
  }

  /** A protected name is written only where approval was asked for exactly that. */
  #mayTouch(file: ResolvedPath): boolean {
    return !file.protected || this.#scope.dryRun || this.#scope.known?.get(file.path)?.protected === true;
  }

  #checkFresh({ file, version, hash }: FileContent): void {
    this.#checkAsked(file);
    const { workspace, owner, known } = this.#scope;
    const verdict = workspace.tracker.check(owner, file.path, { version, hash });
    if (verdict === 'stale') refuse(stale(file, 'since it was read'));
    if (known !== undefined && known.get(file.path)?.version !== version && verdict !== 'fresh')
      refuse(stale(file, SINCE_ASKED));
  }

  /** A path that led elsewhere when approval was asked for is another file. */
  #checkAsked(file: ResolvedPath): void {
    const { known } = this.#scope;
    if (known !== undefined && !known.has(file.path)) refuse(stale(file, SINCE_ASKED));
  }

  /** The text of a file that goes away, for the diff; undefined when it is too large or no text. */
  async #textOf(path: string): Promise<string | undefined> {
    try {
      return (await this.open(path)).text;
    } catch (error) {
      if (error instanceof ToolFailure && NOT_SHOWN.has(error.error.code)) return undefined;
      throw error;
    }
  }

  #encode({ file, encoding }: Pick<OpenText, 'file' | 'encoding'>, text: string): Buffer {
    const bytes = encodeTextFile(text, encoding);
    if (bytes.byteLength > this.#scope.limits.maxFileBytes)
      refuse(tooLarge(file.display, this.#scope.limits.maxFileBytes));
    this.#hold(bytes.byteLength);
    return bytes;
  }

  /** Diffs are for reading: the more there are, the less is shown of each. */
  #note(change: Parameters<typeof describeChange>[0], notes: ChangeNotes = {}): void {
    const maxDiffChars = Math.max(MIN_DIFF_CHARS, Math.min(MAX_DIFF_CHARS, MAX_ALL_DIFF_CHARS - this.#diffChars));
    const file = describeChange(change, notes, { maxDiffChars });
    this.#diffChars += file.diff.length;
    this.#files.push(file);
  }

  /** All texts of a call are in memory together. */
  #hold(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#scope.limits.maxTotalBytes)
      refuse(tooLarge('The files of this call', this.#scope.limits.maxTotalBytes));
  }

  #checkSignal(): void {
    if (this.#scope.signal.aborted) refuse(coreErrors.CANCELLED());
  }
}

const MIN_DIFF_CHARS = 1000;
const MAX_DIFF_CHARS = 100_000;
const MAX_ALL_DIFF_CHARS = 1_000_000;
/** What helps a reader does not help who wants to edit. */
const ADVICE: Readonly<Record<string, string>> = {
  [workspaceErrors.TOO_LARGE.code]: 'Files of this size are not edited here: change it with a command or a script.',
  [workspaceErrors.BINARY_FILE.code]:
    'Only text can be edited: write the whole file anew, or use a program made for it.',
};
const SINCE_ASKED = 'since approval for this call was asked for';
const NOT_SHOWN: ReadonlySet<string> = new Set([workspaceErrors.BINARY_FILE.code, workspaceErrors.TOO_LARGE.code]);

/** A link swapped in after the reading would make this another file. */
function checkSamePlace({ file }: OpenText, written: ResolvedPath): void {
  if (written.path !== file.path) refuse(stale(file, 'during the call'));
}
