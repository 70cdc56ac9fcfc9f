/** The oldest Node that the packages support, as in the `engines` of every package. */
export const OLDEST_NODE = '22.19';

/**
 * The code at the start of an entry file. It throws a clear error on an older Node, and does nothing in Deno or a browser.
 * @param {{ isEntry: boolean }} chunk
 */
export function nodeCheck({ isEntry }) {
  if (!isEntry) return '';
  const [major, minor] = OLDEST_NODE.split('.');
  return `{
  const [major = 0, minor = 0] = globalThis.process?.versions?.node?.split('.').map(Number) ?? [Infinity];
  if (major < ${major} || (major === ${major} && minor < ${minor})) {
    throw new Error(\`The agent runtime tools need Node ${OLDEST_NODE} or newer, and this is \${process.versions.node}.\`);
  }
}`;
}
