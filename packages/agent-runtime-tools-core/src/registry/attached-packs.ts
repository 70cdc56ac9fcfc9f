import type { PackChanges, ToolPack } from '../contracts/tool-pack.ts';

/** The registered packs whose tools change by themselves. */
export class AttachedPacks {
  readonly #detach = new Map<string, () => void | Promise<void>>();
  readonly #change: (packName: string, changes: PackChanges) => void;
  readonly #onError: (packName: string, error: unknown) => void;

  constructor(
    change: (packName: string, changes: PackChanges) => void,
    onError: (packName: string, error: unknown) => void,
  ) {
    this.#change = change;
    this.#onError = onError;
  }

  names(): string[] {
    return [...this.#detach.keys()];
  }

  attach({ name, attach }: ToolPack): void {
    if (attach === undefined) return;
    let isAttached = true;
    const detach = attach({
      change: (changes) => {
        if (isAttached) this.#change(name, changes);
      },
    });
    this.#detach.set(name, () => {
      isAttached = false;
      return detach();
    });
  }

  /** Never rejects. */
  async detach(name: string): Promise<void> {
    const detach = this.#detach.get(name);
    this.#detach.delete(name);
    try {
      await detach?.();
    } catch (error) {
      this.#onError(name, error);
    }
  }
}
