/**
 * How changesets writes a CHANGELOG: the text as its author wrote it, without commits, which mean nothing to a user. A
 * dependency that was only updated is one line.
 */
// oxlint-disable-next-line import/no-default-export -- changesets loads the default export
export default {
  /** @param {{ summary: string }} changeset */
  async getReleaseLine({ summary }) {
    const [first = '', ...rest] = summary.trim().split('\n');
    return [`- ${first}`, ...rest.map((line) => (line === '' ? '' : `  ${line}`))].join('\n');
  },
  /**
   * @param {unknown} _changesets
   * @param {readonly { name: string, oldVersion: string, newVersion: string }[]} updated
   */
  async getDependencyReleaseLine(_changesets, updated) {
    const newer = updated.filter(({ oldVersion }) => oldVersion !== '0.0.0');
    if (newer.length === 0) return '';
    return `- Uses ${newer.map(({ name, newVersion }) => `${name} ${newVersion}`).join(', ')}.`;
  },
};
