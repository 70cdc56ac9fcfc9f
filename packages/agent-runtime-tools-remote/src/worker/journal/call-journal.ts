/** What a journal knows about a ticket before it is claimed now. */
export type EarlierUse =
  | { readonly kind: 'none' }
  /** It was claimed, and there is no record of how the call ended. */
  | { readonly kind: 'claimed' }
  | { readonly kind: 'done'; readonly outcome: string };

/** Remembers which tickets were used, and how their calls ended, so that no call runs twice. */
export interface CallJournal {
  /** Records that the ticket is used now, and returns what was known before. Two claims never both return `none`. */
  claim(id: string, keepUntil: number): EarlierUse;
  /** The call has ended. Without its outcome, only the claim is kept. */
  finish(id: string, outcome?: string): void;
  close(): void;
}

/** After its deadline a ticket is refused anyway, by clocks that may differ a little. */
export const KEPT_AFTER_DEADLINE_MS = 60_000;
