import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LICENCES_FILE } from '../build/bundled-licences.mjs';

/**
 * Says what is wrong with the files of a packed package: strays, maps that lead nowhere, missing licences, and versions
 * that only this workspace understands.
 * @param {string} folder With the content of the tarball.
 * @returns {string[]}
 */
export function tarballProblems(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => statSync(join(folder, file)).isFile());
  return [
    ...REQUIRED_FILES.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
    ...files.filter((file) => !isExpected(file)).map((file) => `${file} should not be published`),
    ...files.filter((file) => MAPPED.test(file)).flatMap((file) => mapProblems(folder, file)),
    ...manifestProblems(readFileSync(join(folder, 'package.json'), 'utf8')),
  ];
}

const REQUIRED_FILES = ['package.json', 'README.md', 'LICENSE'];
const MAPPED = /^dist\/.*(\.js|\.d\.ts)$/;

/** @param {string} file */
function isExpected(file) {
  // What a package creates elsewhere has tests too.
  if (file.startsWith('template/')) return !file.includes('node_modules/');
  if (/(^|\/)(test|tests|fixtures|__tests__)\/|\.test(-d)?\.|\.tsbuildinfo$/.test(file)) return false;
  return (
    [...REQUIRED_FILES, 'CHANGELOG.md', `dist/${LICENCES_FILE}`].includes(file) ||
    /^dist\/.*\.(js|d\.ts)(\.map)?$/.test(file) ||
    /^src\/.*\.ts$/.test(file) ||
    /^bin\/[^/]+\.js$/.test(file) ||
    /^library-types\/.*\.d\.m?ts$/.test(file)
  );
}

/**
 * @param {string} folder
 * @param {string} file A script or a declaration.
 */
function mapProblems(folder, file) {
  const map = join(folder, `${file}.map`);
  const text = readFileSync(join(folder, file), 'utf8');
  if (!existsSync(map)) return onlyReexports(text) ? [] : [`${file} has no source map`];
  if (!readFileSync(join(folder, file), 'utf8').includes('//# sourceMappingURL='))
    return [`${file} names no source map`];
  /** @type {{ sources: string[], sourcesContent?: (string | null)[] }} */
  const { sources, sourcesContent = [] } = JSON.parse(readFileSync(map, 'utf8'));
  const licences = readIfExists(join(folder, 'dist', LICENCES_FILE));
  return sources.flatMap((source, at) => {
    const library = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1];
    if (library !== undefined && !licences.includes(`--- ${library} `)) return [`the licence of ${library} is missing`];
    const isThere = typeof sourcesContent[at] === 'string' || existsSync(join(folder, dirname(file), source));
    return isThere ? [] : [`${file}.map names ${source}, which is not published`];
  });
}

/**
 * Whether a script has no code of its own that a map could lead to.
 * @param {string} text
 */
function onlyReexports(text) {
  const lines = text.replace(NODE_CHECK, '').split('\n');
  return lines.every((line) => line === '' || /^(import|export) (\{.*\}|\w+)( from .*)?;$/.test(line));
}

/** The block at the start of an entry file. */
const NODE_CHECK = /^\{\n[^]*?\n\}\n/;

/** @param {string} manifest */
function manifestProblems(manifest) {
  return ['workspace:', 'catalog:']
    .filter((protocol) => manifest.includes(`"${protocol}`))
    .map((protocol) => `package.json contains "${protocol}", which only this workspace understands`);
}

/** @param {string} file */
function readIfExists(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
