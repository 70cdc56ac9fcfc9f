import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {'major' | 'minor' | 'patch'} Bump */

/**
 * @typedef {object} Changeset
 * @property {string} file Its name in `.changeset`.
 * @property {Record<string, Bump>} releases By package.
 * @property {string} text
 */

/**
 * The changesets that wait for a release.
 * @param {string} base
 * @returns {Changeset[]}
 */
export function readChangesets(base) {
  const folder = join(base, '.changeset');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .toSorted()
    .map((file) => ({ file, ...parseChangeset(readFileSync(join(folder, file), 'utf8'), file) }));
}

/**
 * @param {string} content
 * @param {string} file For the error message.
 * @returns {Pick<Changeset, 'releases' | 'text'>}
 */
export function parseChangeset(content, file) {
  const [, header, text = ''] = /^---\r?\n([^]*?)\r?\n?---\r?\n?([^]*)$/.exec(content) ?? [];
  if (header === undefined) throw new Error(`${file} is not a changeset: it does not start with "---"`);
  /** @type {Record<string, Bump>} */
  const releases = {};
  for (const line of header.split(/\r?\n/).filter((each) => each.trim() !== '')) {
    const [, name, bump] = /^\s*['"]?([^'"]+)['"]?:\s*(major|minor|patch)\s*$/.exec(line) ?? [];
    if (name === undefined || !isBump(bump)) throw new Error(`${file} has a line that is not "package: bump": ${line}`);
    releases[name] = bump;
  }
  return { releases, text: text.trim() };
}

/**
 * @param {string | undefined} text
 * @returns {text is Bump}
 */
function isBump(text) {
  return text === 'major' || text === 'minor' || text === 'patch';
}
