/** A message from a server process to the soak that started it. */
export type HostMessage =
  | { readonly kind: 'violation'; readonly what: string }
  /** A command or an artifact that users of other processes will try to access. */
  | { readonly kind: 'bait'; readonly bait: Bait }
  | { readonly kind: 'vitals'; readonly vitals: Vitals }
  | { readonly kind: 'done' };

/** A message from the soak to a server process. */
export type HostOrder = { readonly kind: 'bait'; readonly bait: Bait } | { readonly kind: 'finish' };

export interface Bait {
  readonly principalId: string;
  readonly what: 'artifact' | 'command' | 'request';
  readonly id: string;
}

export interface Vitals {
  readonly calls: number;
  readonly heapMb: number;
  readonly descriptors: number;
}
