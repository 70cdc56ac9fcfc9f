import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, expect } from 'vitest';

// A set-up file of vitest: after each test file, it writes the functions that were reached to a file in NOTES_FOLDER.
const folder = process.env['NOTES_FOLDER'];
if (folder) {
  /** @type {Set<string>} */
  const reached = new Set();
  Object.assign(globalThis, { reachedFunctions: reached });
  afterAll(() => {
    const { testPath } = expect.getState();
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify({ testPath, reached: [...reached] }));
  });
}
