/** The oldest Node that the packages run on. The `engines` of every package say the same. */
export const OLDEST_NODE = '22.19';

/**
 * What an entry file begins with: on an older Node it throws one clear sentence. Elsewhere, in Deno or a browser, it
 * does nothing.
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
