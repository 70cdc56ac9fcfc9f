/**
 * A vite plugin: property tests draw the same cases in every run, or others when PROPERTY_SEED says so.
 * @param {Record<string, string | undefined>} [environment]
 */
export function seededProperties(environment = process.env) {
  const seed = Number(environment['PROPERTY_SEED'] ?? 1);
  return {
    name: 'seeded-properties',
    enforce: /** @type {const} */ ('pre'),
    /** @param {string} code */
    transform(code) {
      if (!/^import .*from 'fast-check';$/m.test(code)) return null;
      // On the first line, so that the lines of failures stay right.
      return {
        code: `import * as seeded from 'fast-check'; seeded.configureGlobal({ seed: ${seed} }); ${code}`,
        map: null,
      };
    },
  };
}
