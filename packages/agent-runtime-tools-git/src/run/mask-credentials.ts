/**
 * Removes user names and passwords from the addresses in a text. The user name of ssh stays.
 *
 *     https://me:secret@example.com/a    ->    https://***@example.com/a
 */
export function maskCredentials(text: string): string {
  return text
    .replace(/\b([a-z][a-z0-9+.-]*:\/\/)([^\s/'"<>]*)@/gi, (whole, scheme: string, user: string) =>
      /^ssh|^git\+ssh/i.test(scheme) && !user.includes(':') ? whole : `${scheme}***@`,
    )
    .replace(/([?&](?:access_token|token|private_token|key|password)=)[^&\s'"]+/gi, '$1***');
}
