import type { ProjectType } from '../detect/project.ts';
import type { ProgramPlace } from '../run/find-program.ts';
import {
  parseCargoReport,
  parseGoReport,
  parseJestReport,
  parseJunitReport,
  parseMochaReport,
} from './parse-reports.ts';
import type { TestReport } from './test-report.ts';

/** What a runner is asked to run. */
export interface RunnerRequest {
  /** A file or folder of the project; '.' for all of it. */
  readonly path: string;
  readonly isFolder: boolean;
  readonly filter: string | undefined;
  /** Where the runner writes its report. */
  readonly report: string;
}

/** How a test runner is started, and how its report is read. */
export interface Runner {
  readonly name: string;
  readonly type: ProjectType;
  readonly program: string;
  readonly place: ProgramPlace;
  args(request: RunnerRequest): readonly string[];
  /** The report is in a file, or in what the runner prints. */
  readonly reports: 'file' | 'output';
  parse(text: string): TestReport | undefined;
}

/** The name of a test is taken literally, also where the runner expects a pattern. */
const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

export const RUNNERS: readonly Runner[] = [
  {
    name: 'vitest',
    type: 'node',
    program: 'vitest',
    place: 'node',
    args: ({ path, filter, report }) => [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(filter === undefined ? [] : [`--testNamePattern=${literal(filter)}`]),
      ...(path === '.' ? [] : [path]),
    ],
    reports: 'file',
    parse: parseJestReport,
  },
  {
    name: 'jest',
    type: 'node',
    program: 'jest',
    place: 'node',
    args: ({ path, filter, report }) => [
      '--ci',
      '--json',
      `--outputFile=${report}`,
      ...(filter === undefined ? [] : [`--testNamePattern=${literal(filter)}`]),
      ...(path === '.' ? [] : [`--testPathPatterns=${literal(path)}`]),
    ],
    reports: 'file',
    parse: parseJestReport,
  },
  {
    name: 'mocha',
    type: 'node',
    program: 'mocha',
    place: 'node',
    args: ({ path, isFolder, filter, report }) => [
      '--reporter=json',
      `--reporter-option=output=${report}`,
      ...(filter === undefined ? [] : [`--fgrep=${filter}`]),
      ...(path === '.' ? [] : [...(isFolder ? ['--recursive'] : []), path]),
    ],
    reports: 'file',
    parse: parseMochaReport,
  },
  {
    name: 'node:test',
    type: 'node',
    program: 'node',
    place: 'machine',
    args: ({ path, isFolder, filter, report }) => [
      '--test',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=junit',
      `--test-reporter-destination=${report}`,
      ...(filter === undefined ? [] : [`--test-name-pattern=${literal(filter)}`]),
      ...(path === '.' ? [] : [isFolder ? `${path}/**/*.{test,spec}.{js,mjs,cjs,ts,mts,cts}` : path]),
    ],
    reports: 'file',
    parse: parseJunitReport,
  },
  {
    name: 'pytest',
    type: 'python',
    program: 'python3',
    place: 'python',
    args: ({ path, filter, report }) => [
      '-m',
      'pytest',
      // No folder with a cache is left in the project.
      '-p',
      'no:cacheprovider',
      `--junitxml=${report}`,
      ...(filter === undefined ? [] : [`-k=${filter}`]),
      ...(path === '.' ? [] : [path]),
    ],
    reports: 'file',
    parse: parseJunitReport,
  },
  {
    name: 'go',
    type: 'go',
    program: 'go',
    place: 'machine',
    args: ({ path, isFolder, filter }) => [
      'test',
      '-json',
      ...(filter === undefined ? [] : [`-run=${literal(filter)}`]),
      path === '.' ? './...' : isFolder ? `./${path}/...` : `./${path.split('/').slice(0, -1).join('/')}`,
    ],
    reports: 'output',
    parse: parseGoReport,
  },
  {
    name: 'cargo',
    type: 'rust',
    program: 'cargo',
    place: 'machine',
    // Without --offline cargo may fetch what Cargo.lock names, as it does for every build.
    args: ({ filter }) => ['test', '--no-fail-fast', '--color=never', ...(filter === undefined ? [] : ['--', filter])],
    reports: 'output',
    parse: parseCargoReport,
  },
];
