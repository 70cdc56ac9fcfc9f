import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { filesBelow, fingerprint } from '../fingerprint.mjs';

/**
 * @typedef {object} TestedFile The result of a test file without a mutation.
 * @property {string} path Absolute.
 * @property {boolean} passed
 * @property {number} durationMs
 * @property {readonly string[]} reached The functions it reaches: `packages/x/src/a.ts:120`, with the start of the body.
 */

/**
 * @typedef {object} SavedBaseline
 * @property {string} sources A hash of everything the tests share.
 * @property {Record<string, TestedFile & { hash: string }>} files
 */

/**
 * The results of a package's tests without a mutation. Runs only the tests that have changed since they last passed.
 * @param {string} root
 * @param {string} folder Of the package, relative to the root.
 * @param {import('./test-client.mjs').TestClient} client
 * @returns {Promise<TestedFile[]>}
 */
export async function baseline(root, folder, client) {
  const all = filesBelow(root, folder, (name) => ['dist', 'node_modules'].includes(name));
  const tests = all.filter((file) => file.startsWith(`${folder}/test/`) && file.endsWith('.test.ts'));
  const hashes = new Map(tests.map((file) => [file, fingerprint(root, [file])]));
  const sources = fingerprint(
    root,
    all.filter((file) => /^(src|test)\//.test(relative(folder, file)) && !hashes.has(file)),
  );
  const cache = join(root, '.cache', 'mutate', `${folder.replaceAll('/', '-')}.json`);
  const saved = readSaved(cache);
  const known = saved?.sources === sources ? saved.files : {};
  const isKnown = (/** @type {string} */ file) => known[file]?.hash === hashes.get(file);
  const ran = await client.record(tests.filter((file) => !isKnown(file)).map((file) => join(root, file)));
  const result = [...tests.flatMap((file) => (isKnown(file) ? (known[file] ?? []) : [])), ...ran];
  const files = result
    .filter((file) => file.passed)
    .map((file) => ({ name: relative(root, file.path), file }))
    .map(({ name, file }) => [name, { ...file, hash: hashes.get(name) }]);
  mkdirSync(dirname(cache), { recursive: true });
  writeFileSync(cache, JSON.stringify({ sources, files: Object.fromEntries(files) }));
  return result;
}

/**
 * @param {string} file
 * @returns {SavedBaseline | undefined}
 */
function readSaved(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
