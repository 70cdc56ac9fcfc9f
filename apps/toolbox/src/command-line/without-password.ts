/** An address or a path for people to read: of an address only the host and the database, as the rest may be secret. */
export function withoutPassword(place: string): string {
  if (!place.includes('://')) return place;
  if (!URL.canParse(place)) return place.slice(0, place.indexOf('://') + 3);
  const { protocol, host, pathname } = new URL(place);
  return `${protocol}//${host}${pathname}`;
}
