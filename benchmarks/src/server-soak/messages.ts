/** What a host process tells the one that started it. */
export type HostMessage =
  | { readonly kind: 'violation'; readonly what: string }
  /** A command or an artifact that others are to try their hands at. */
  | { readonly kind: 'bait'; readonly bait: Bait }
  | { readonly kind: 'vitals'; readonly vitals: Vitals }
  | { readonly kind: 'done' };

/** What a host process is told. */
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
