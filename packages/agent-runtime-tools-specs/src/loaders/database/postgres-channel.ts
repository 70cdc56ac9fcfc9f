/** The channel on which changes of a table are announced. */
export function channelOf(table: string): string {
  return `${table}_changed`;
}
