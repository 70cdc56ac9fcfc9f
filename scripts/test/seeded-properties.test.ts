import { expect, it } from 'vitest';
import { seededProperties } from '../testing/seeded-properties.mjs';

it('property tests get a fixed seed, or the one of the environment, on their first line', () => {
  const code = "import fc from 'fast-check';\nfc.assert();";
  expect(seededProperties({}).transform(code)?.code).toMatch(
    /^import .*configureGlobal\(\{ seed: 1 \}\); import fc from/,
  );
  expect(seededProperties({ PROPERTY_SEED: '7' }).transform(code)?.code).toContain('seed: 7');
  expect(seededProperties({}).transform("import { it } from 'vitest';")).toBeNull();
});
