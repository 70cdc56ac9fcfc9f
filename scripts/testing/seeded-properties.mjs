/**
 * A vite plugin that gives property tests a fixed seed, or the seed in PROPERTY_SEED.
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
      // On the first line, so that line numbers in failures stay correct.
      return {
        code: `import * as seeded from 'fast-check'; seeded.configureGlobal({ seed: ${seed} }); ${code}`,
        map: null,
      };
    },
  };
}
