import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../checks/src/temporary-tree.ts';
import { ensureSystemPackages } from '../system-packages.mjs';

const wanted = {
  present: { binary: 'present-program', neededBy: ['packages/a'] },
  absent: { binary: 'absent-program', neededBy: ['packages/b'] },
};
const place = (...programs: string[]): string => {
  const path = temporaryTree({});
  for (const program of programs) put(path, program);
  return path;
};
const put = (path: string, program: string): void => {
  writeFileSync(join(path, program), '#!/bin/sh\n');
  chmodSync(join(path, program), 0o755);
};

describe('ensureSystemPackages', () => {
  it('installs only what is missing', async () => {
    const path = place('present-program');
    const asked: string[][] = [];
    const missing = await ensureSystemPackages(wanted, {
      path,
      install: (names) => {
        asked.push(names);
        put(path, 'absent-program');
        return Promise.resolve(0);
      },
    });
    expect({ asked, missing }).toEqual({ asked: [['absent']], missing: [] });
  });

  it('names what is missing after an installation that failed, and does not fail itself', async () => {
    const install = (): Promise<number> => Promise.resolve(100);
    expect(await ensureSystemPackages(wanted, { path: place('present-program'), install })).toEqual(['absent']);
  });

  it('asks nobody when everything is there', async () => {
    const install = (): Promise<number> => Promise.reject(new Error('asked'));
    const path = place('present-program', 'absent-program');
    expect(await ensureSystemPackages(wanted, { path, install })).toEqual([]);
  });
});
