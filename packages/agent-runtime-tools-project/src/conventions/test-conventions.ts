import type { ProjectFiles } from '../read/project-files.ts';
import type { Convention } from './convention.ts';
import { Tally } from './tally.ts';

/** How tests are named and where they are. */
export function testConventions(files: ProjectFiles): Convention[] {
  const [names, places] = [new Tally(), new Tally()];
  for (const { name, path } of files.files) {
    const pattern = TEST_NAMES.find(([test]) => test.test(name))?.[1];
    if (pattern === undefined) continue;
    names.add(pattern);
    places.add(TEST_FOLDERS.find((folder) => `/${path}`.includes(`/${folder}/`)) ?? BESIDE);
  }
  const place = places.convention('test location', { min: 1 });
  return [
    ...names.convention('test files', { min: 1 }),
    ...place.map((each) => ({ ...each, value: each.value === BESIDE ? each.value : `in a folder ${each.value}` })),
  ];
}

/** Whether a file is a test by its name. */
export function isTestFile(name: string): boolean {
  return TEST_NAMES.some(([test]) => test.test(name));
}

const BESIDE = 'beside the sources';
const TEST_FOLDERS = ['__tests__', 'tests', 'test', 'spec', 'src/test'];
const TEST_NAMES: readonly (readonly [test: RegExp, pattern: string])[] = [
  [/\.test\.[cm]?[jt]sx?$/, '*.test.*'],
  [/\.spec\.[cm]?[jt]sx?$/, '*.spec.*'],
  [/^test_.*\.py$/, 'test_*.py'],
  [/_test\.py$/, '*_test.py'],
  [/_test\.go$/, '*_test.go'],
  [/_spec\.rb$/, '*_spec.rb'],
  [/_test\.rb$/, '*_test.rb'],
  [/Test\.php$/, '*Test.php'],
  [/Tests?\.(?:java|kt)$/, '*Test.java'],
  [/Tests?\.cs$/, '*Tests.cs'],
];
