import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import { allFilesResource } from '@ku0/agent-runtime-tools-workspace';
import { projectSettings } from '../project-options.ts';
import type { ProjectOptions } from '../project-options.ts';
import { runningCapabilities } from '../run/run-call.ts';
import { version } from '../version.ts';
import type { RunTestsValue } from './run-tests.ts';

/** The `run_tests` tool without the rest of the pack. */
export function runTestsTool(options: ProjectOptions = {}) {
  const settings = projectSettings(options);
  const { maxTestSeconds: max } = settings;
  return defineTool({
    name: 'run_tests',
    description:
      'Runs the tests of a project with its own runner (vitest, jest, mocha, node:test, pytest, go, cargo) and returns how many passed and ' +
      'which failed, with their messages. Says so if the tests crash or hang.',
    version,
    parameters: Type.Object({
      path: Type.Optional(
        Type.String({
          description: 'A test file, or a folder with tests, relative to the workspace root.',
          default: '.',
          examples: ['test/parser.test.ts'],
        }),
      ),
      filter: Type.Optional(
        Type.String({
          description: 'Only tests whose name contains this text.',
          minLength: 1,
          maxLength: 500,
          pattern: '^[^-\\u0000-\\u001f][^\\u0000-\\u001f]*$',
          examples: ['parses an empty file'],
        }),
      ),
      timeout: Type.Optional(
        Type.Number({
          description: `Seconds until the tests are stopped; at most ${max}.`,
          exclusiveMinimum: 0,
          default: 120,
        }),
      ),
      runner: Type.Optional(
        Type.Enum(['vitest', 'jest', 'mocha', 'node:test', 'pytest', 'go', 'cargo'], {
          description: 'The runner, if the project has several.',
        }),
      ),
    }),
    output: Type.Object({
      runner: Type.String(),
      project: Type.String(),
      command: Type.String(),
      status: Type.Enum(['passed', 'failed', 'crashed', 'timed-out', 'no-tests']),
      total: Type.Integer(),
      passed: Type.Integer(),
      skipped: Type.Integer(),
      failed: Type.Array(
        Type.Object({ name: Type.String(), file: Type.Optional(Type.String()), message: Type.Optional(Type.String()) }),
      ),
      failedTotal: Type.Integer(),
      exitCode: Type.Optional(Type.Integer()),
      signal: Type.Optional(Type.String()),
      output: Type.String({ description: 'What the runner printed: the start and the end of it.' }),
      truncated: Type.Boolean(),
      duration: Type.Integer({ description: 'In milliseconds.' }),
      changed: Type.Array(Type.String({ description: 'A file that the tests changed.' })),
      notes: Type.Optional(Type.Array(Type.String())),
    }),
    capabilities: runningCapabilities,
    requiresApproval: true,
    limits: { timeoutMs: (max + 60) * 1000, graceMs: 10_000 },
    resources: () => [allFilesResource('write')],
    dryRun: async (params, context) => {
      const { planRunTests } = await import('./run-tests.ts');
      return ok(await planRunTests(params, { settings, context }));
    },
    execute: async (params, context) => {
      const { runTests } = await import('./run-tests.ts');
      return ok(await runTests(params, { settings, context }));
    },
    toModelOutput: (value) => [{ type: 'text', text: textOf(value).join('\n') }],
    preview: (result, maxLines) => (result.ok ? textOf(result.value) : [result.error.message]).slice(0, maxLines),
  });
}

function textOf(value: RunTestsValue): string[] {
  const { runner, project, status, total, passed, skipped, failed, failedTotal, output, changed, notes = [] } = value;
  const counts = `${passed} passed, ${failedTotal} failed, ${skipped} skipped of ${total}`;
  return [
    `${status}: ${counts} (${runner} in ${printable(project)}, ${value.duration} ms)`,
    ...failed.flatMap(({ name, file, message = '' }) => [
      `FAILED ${printable(file === undefined ? name : `${file}: ${name}`)}`,
      ...message
        .split('\n')
        .slice(0, 40)
        .map((line) => `    ${printable(line)}`),
    ]),
    ...(changed.length > 0
      ? [
          `Changed by the tests: ${changed
            .slice(0, 20)
            .map((path) => printable(path))
            .join(', ')}`,
        ]
      : []),
    ...notes.map((note) => `[${printable(note)}]`),
    ...(status === 'passed' ? [] : ['', printable(output, { multiline: true })]),
  ];
}
