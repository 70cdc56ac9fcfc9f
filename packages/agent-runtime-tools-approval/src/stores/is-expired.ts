/** Whether the time of a consent or a request is over. */
export function isExpired({ expiresAt }: { readonly expiresAt?: number }, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}
