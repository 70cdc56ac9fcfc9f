import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { artifactOwnerOf, coreErrors, printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { DryRun } from '@ku0/agent-runtime-tools-core';
import { cleanText, LiveOutput, traceVariables } from '@ku0/agent-runtime-tools-processes';
import type { RunResult } from '@ku0/agent-runtime-tools-processes';
import { requireWorkspace } from '@ku0/agent-runtime-tools-workspace';
import type { Project } from '../detect/project.ts';
import { projectErrors } from '../errors.ts';
import { requireProgram } from '../run/find-program.ts';
import { findProjects, pathInProject } from '../run/find-project.ts';
import { originOf, PLAIN_VARIABLES, processesOf } from '../run/run-call.ts';
import type { RunCall } from '../run/run-call.ts';
import { RUNNERS } from './runners.ts';
import type { Runner } from './runners.ts';
import { emptyReport } from './test-report.ts';
import type { FailedTest, TestReport } from './test-report.ts';

export interface RunTestsParams {
  readonly path?: string;
  readonly filter?: string;
  readonly timeout?: number;
  readonly runner?: string;
}

export interface RunTestsValue {
  runner: string;
  /** The folder of the project, where the runner was started. */
  project: string;
  command: string;
  /**
   * `crashed` if the runner ended without a report, `timed-out` if its time was up, `no-tests` if it ran none. With both, the
   * numbers are those of the tests that were reported until then.
   */
  status: 'passed' | 'failed' | 'crashed' | 'timed-out' | 'no-tests';
  total: number;
  passed: number;
  skipped: number;
  failed: FailedTest[];
  failedTotal: number;
  exitCode?: number;
  signal?: string;
  /** What the runner printed: the start and the end of it. */
  output: string;
  truncated: boolean;
  /** In milliseconds. */
  duration: number;
  /** Files of the project that the tests changed; undo_change takes that back. */
  changed: string[];
  notes?: string[];
}

/** Runs the tests of a project. Tests that fail are a value. Throws a ToolFailure if they could not be run. */
export async function runTests(params: RunTestsParams, call: RunCall): Promise<RunTestsValue> {
  const { settings, context } = call;
  const plan = await planTests(params, call);
  const { runner, project, path, isFolder, program } = plan;
  const seconds = Math.min(params.timeout ?? DEFAULT_SECONDS, settings.maxTestSeconds);
  const folder = await mkdtemp(join(tmpdir(), 'run-tests-'));
  const live = new LiveOutput(context.emitOutput);
  const report = join(folder, 'report');
  const args = runner.args({ path, isFolder, filter: params.filter, report });
  // The whole output of runners that print their report, not only its start and end.
  let printed = '';
  try {
    const {
      value: run,
      change,
      warnings,
    } = await requireWorkspace(context).capture(
      () =>
        processesOf(context).run([program, ...args], {
          cwd: project.folder.path,
          env: { ...PLAIN_VARIABLES, ...traceVariables(context), PYTHONDONTWRITEBYTECODE: '1', ...settings.env },
          allowEnv: Object.keys(settings.env),
          owner: artifactOwnerOf(context),
          signal: context.signal,
          timeoutMs: seconds * 1000,
          maxOutputChars: MAX_OUTPUT_CHARS,
          interleave: true,
          onOutput: (stream, text) => {
            live.push(stream, text);
            if (runner.reports === 'output' && stream === 'stdout' && printed.length < MAX_REPORT_BYTES)
              printed += text;
          },
        }),
      { paths: [project.folder.path], ...originOf(context) },
    );
    live.end();
    if (run.status === 'cancelled' || run.notStarted === true)
      throw new ToolFailure(run.error ?? coreErrors.CANCELLED());
    const text = runner.reports === 'file' ? await readReport(report) : printed;
    const parsed = text === undefined ? undefined : runner.parse(text);
    return valueOf({
      run,
      parsed,
      plan,
      args,
      seconds,
      folder,
      changed: change.files.map((file) => file.path),
      warnings,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the call would run. */
export async function planRunTests(params: RunTestsParams, call: RunCall): Promise<DryRun> {
  const { runner, project, path, isFolder } = await planTests(params, call);
  const args = runner.args({ path, isFolder, filter: params.filter, report: 'report' });
  return {
    summary: `Would run the tests of ${project.folder.display} with ${runner.name}. What they would change is not known.`,
    changes: [{ kind: 'execute', target: printable([runner.program, ...args].join(' ')) }],
  };
}

const DEFAULT_SECONDS = 120;
const MAX_OUTPUT_CHARS = 20_000;
const MAX_REPORT_BYTES = 32 * 1024 * 1024;
const MAX_FAILED = 100;

interface TestPlan {
  readonly runner: Runner;
  readonly project: Project;
  readonly path: string;
  readonly isFolder: boolean;
  readonly program: string;
}

/** The nearest project that has a test runner, or the one that was asked for. */
async function planTests({ path = '.', runner: asked }: RunTestsParams, { context }: RunCall): Promise<TestPlan> {
  const place = await findProjects(path, context);
  for (const project of place.projects) {
    const runner = RUNNERS.find(({ name, type }) =>
      asked === undefined ? type === project.type && hasRunner(project, name) : name === asked && type === project.type,
    );
    if (runner === undefined) continue;
    const { place: where } = runner;
    const program = await requireProgram(runner.program, {
      folder: project.folder.path,
      root: place.root,
      place: where,
    });
    return { runner, project, path: pathInProject(place, project), isFolder: place.isFolder, program };
  }
  throw new ToolFailure(
    projectErrors.NO_TEST_RUNNER({
      message: `No test runner was found for ${path}${asked === undefined ? '' : ` that is ${asked}`}.`,
      suggestion: `Known runners: ${RUNNERS.map(({ name }) => name).join(', ')}. Others can be run with bash.`,
    }),
  );
}

/** Go and Rust bring their runner with them. */
function hasRunner({ type, testRunners }: Project, name: string): boolean {
  return type === 'go' || type === 'rust' || testRunners.includes(name);
}

async function readReport(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true || found.size > MAX_REPORT_BYTES) return undefined;
  return readFile(path, 'utf8');
}

function valueOf({
  run,
  parsed,
  plan,
  args,
  seconds,
  folder,
  changed,
  warnings,
}: {
  readonly run: RunResult;
  readonly parsed: TestReport | undefined;
  readonly plan: TestPlan;
  readonly args: readonly string[];
  readonly seconds: number;
  readonly folder: string;
  readonly changed: string[];
  readonly warnings: readonly string[];
}): RunTestsValue {
  const { runner, project } = plan;
  const { total, passed, skipped, failed } = parsed ?? emptyReport();
  const status = statusOf(run, parsed);
  const top = project.folder.path;
  const inProject = (text: string): string => text.replaceAll(`${top}/`, '').replaceAll(top, '.');
  const notes = [
    ...warnings,
    ...(status === 'timed-out'
      ? [`The tests were stopped after ${seconds} s. The end of the output may show which one hangs.`]
      : []),
    ...(status === 'crashed' ? ['The runner ended without a whole report: read the output.'] : []),
    ...(failed.length > MAX_FAILED ? [`${failed.length - MAX_FAILED} more tests failed.`] : []),
    ...(run.survivors.length > 0
      ? [`Programs that outlived the tests were ended: ${run.survivors.map(({ command }) => command).join(', ')}.`]
      : []),
  ];
  return {
    runner: runner.name,
    project: project.folder.display,
    command: inProject([runner.program, ...args].join(' ')).replaceAll(`${folder}/`, ''),
    status,
    total,
    passed,
    skipped,
    failed: failed.slice(0, MAX_FAILED).map(({ name, file, message }) => ({
      name,
      ...(file !== undefined && { file: inProject(file) }),
      ...(message !== undefined && { message: inProject(message) }),
    })),
    failedTotal: failed.length,
    ...(run.exitCode !== undefined && { exitCode: run.exitCode }),
    ...(run.signal !== undefined && { signal: run.signal }),
    output: inProject(cleanText(run.all ?? run.stdout)),
    truncated: run.truncated,
    duration: Math.round(run.durationMs),
    changed,
    ...(notes.length > 0 && { notes }),
  };
}

/** A report without failures does not help if the runner itself failed, as for an error outside of all tests. */
function statusOf(run: RunResult, report: TestReport | undefined): RunTestsValue['status'] {
  if (run.status === 'timed-out') return 'timed-out';
  if (report === undefined) return run.exitCode === PYTEST_NO_TESTS ? 'no-tests' : 'crashed';
  if (report.failed.length > 0) return 'failed';
  if (report.total === 0) return 'no-tests';
  return run.exitCode === 0 ? 'passed' : 'crashed';
}

const PYTEST_NO_TESTS = 5;
