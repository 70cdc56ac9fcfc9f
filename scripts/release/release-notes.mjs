/** @typedef {import('./read-changesets.mjs').Changeset} Changeset */
/** @typedef {import('./read-changesets.mjs').Bump} Bump */

/**
 * @typedef {object} Release
 * @property {string} name Of the package.
 * @property {string} folder
 * @property {string} from
 * @property {string} to
 */

/** @type {readonly [Bump, string][]} */
const SECTIONS = [
  ['major', 'Breaking changes'],
  ['minor', 'New'],
  ['patch', 'Fixed'],
];

/**
 * The page about one release: which packages have a new version, and what its changesets say, each text once.
 * @param {{ date: string, releases: readonly Release[], changesets: readonly Changeset[] }} release
 */
export function releaseNotes({ date, releases, changesets }) {
  const rows = releases.map(
    ({ name, from, to }) => `| \`${name}\` | ${to} | ${from === '0.0.0' ? 'first release' : from} |`,
  );
  const sections = SECTIONS.flatMap(([bump, title]) => {
    const entries = changesets.flatMap((changeset) => entry(changeset, bump));
    return entries.length === 0 ? [] : [`## ${title}`, ...entries];
  });
  const table = ['| package | version | before |', '|---|---|---|', ...rows].join('\n');
  return `${[`# Release of ${date}`, table, ...sections].join('\n\n')}\n`;
}

/**
 * @param {Changeset} changeset
 * @param {Bump} bump
 * @returns {string[]}
 */
function entry({ releases, text }, bump) {
  const names = Object.keys(releases).filter((name) => releases[name] === bump);
  if (names.length === 0) return [];
  return [`**${names.map(shortName).toSorted().join(', ')}**: ${text}`];
}

/** @param {string} name */
function shortName(name) {
  return name.replace(/^@[^/]+\/(agent-runtime-tools-)?/, '');
}
