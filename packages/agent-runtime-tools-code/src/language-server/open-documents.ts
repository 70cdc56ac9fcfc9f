import type { LanguageClient } from './language-client.ts';

export interface OpenDocument {
  readonly uri: string;
  readonly languageId: string;
  readonly text: string;
}

/**
 * The files that a server has open. They stay open between questions, because a server drops a project when its last file is
 * closed and would load it again for the next question. Beyond a number, the file that was used least recently is closed.
 */
export class OpenDocuments {
  readonly #client: LanguageClient;
  /** The texts by address, the one used last at the end. */
  readonly #texts = new Map<string, string>();

  readonly #maxOpen: number;

  constructor(client: LanguageClient, maxOpen: number) {
    this.#client = client;
    this.#maxOpen = maxOpen;
  }

  open({ uri, languageId, text }: OpenDocument): void {
    const known = this.#texts.get(uri);
    if (known !== undefined && known !== text) this.close(uri);
    if (known !== text)
      this.#client.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
    this.#texts.delete(uri);
    this.#texts.set(uri, text);
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= this.#maxOpen) break;
      this.close(oldest);
    }
  }

  /** The server reads the file from disk from now on. */
  close(uri: string): void {
    if (!this.#texts.delete(uri)) return;
    this.#client.notify('textDocument/didClose', { textDocument: { uri } });
  }
}
