// Runs test files on mutated sources, one mutation after another, for the process that started it, and ends with that
// process. A file is mutated while vite loads it; no file on disk is changed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { applyMutation } from './find-mutations.mjs';
import { recordFunctions } from './record-functions.mjs';

/**
 * @typedef {object} TestRequest
 * @property {string} [file] The mutated file, relative to the root; none: as it is.
 * @property {Pick<import('./find-mutations.mjs').Mutation, 'start' | 'end' | 'replacement'>} [mutation]
 * @property {readonly string[]} [tests] Absolute paths, in the order to run them; default all.
 */

/**
 * @typedef {object} TestAnswer
 * @property {string} [failure] The first test that failed, or what else went wrong; none: all passed.
 * @property {readonly TestFile[]} files What ran.
 */

/**
 * @typedef {object} TestFile
 * @property {string} path Absolute.
 * @property {boolean} passed
 * @property {number} durationMs
 */

/**
 * @typedef {object} TestServerSettings
 * @property {string} root
 * @property {string} folder Of the package, relative to the root.
 * @property {number} workers How many test files run at a time.
 * @property {boolean} [isRecording] Note which functions each test file reaches, and do not stop at a failure.
 */

/** @type {TestServerSettings} */
const { root, folder, workers, isRecording } = JSON.parse(process.argv[2] ?? '');

/** @type {TestRequest} */
let current = {};
/** @type {string | undefined} */
let failure;

const vitest = await createVitest(
  {
    root,
    config: false,
    // A mutated file must not be read from or written to the cache of other runs.
    fsModuleCache: false,
    watch: false,
    include: [`${folder}/test/**/*.test.ts`],
    pool: 'forks',
    maxWorkers: workers,
    testTimeout: 15_000,
    hookTimeout: 15_000,
    reporters: [
      {
        onTestCaseResult(test) {
          if (test.result().state === 'failed') fail(test.fullName);
        },
        onTestModuleEnd(module) {
          if (module.errors().length > 0) fail(module.relativeModuleId);
        },
      },
    ],
    silent: true,
    setupFiles: [join(import.meta.dirname, 'note-reached.mjs')],
    sequence: { sequencer: InOrder() },
  },
  {
    plugins: [
      {
        name: 'mutate',
        enforce: 'pre',
        load(id) {
          const path = id.split('?')[0] ?? id;
          const isSource = path.startsWith(join(root, folder, 'src/')) && /\.m?ts$/.test(path);
          return isSource ? loadSource(path) : null;
        },
      },
    ],
  },
);

/** @param {string} path Absolute. */
function loadSource(path) {
  const file = path.slice(root.length + 1);
  const text = readFileSync(path, 'utf8');
  if (isRecording) return recordFunctions(path, text, file);
  return current.file === file && current.mutation ? applyMutation(text, current.mutation) : text;
}

/** @param {string} what */
function fail(what) {
  failure ??= what;
  if (!isRecording) void vitest.cancelCurrentRun('test-failure');
}

/** The tests run in the order of the request. */
function InOrder() {
  return class {
    /** @param {import('vitest/node').TestSpecification[]} specifications */
    async sort(specifications) {
      return specifications;
    }
    /** @param {import('vitest/node').TestSpecification[]} specifications */
    async shard(specifications) {
      return specifications;
    }
  };
}

/**
 * @param {TestRequest} request
 * @returns {Promise<TestAnswer>}
 */
async function runTests(request) {
  const changed = [current.file, request.file].filter((file) => file !== undefined);
  current = request;
  failure = undefined;
  for (const file of changed) vitest.invalidateFile(join(root, file));
  const all = await vitest.globTestSpecifications();
  const specifications = request.tests
    ? request.tests.flatMap((path) => all.find(({ moduleId }) => moduleId === path) ?? [])
    : all;
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
  if (unhandledErrors.length > 0) failure ??= 'an error outside of the tests';
  const files = specifications.flatMap(({ moduleId, testModule }) => {
    if (!testModule) return [];
    const { duration, collectDuration, prepareDuration } = testModule.diagnostic();
    const durationMs = duration + collectDuration + prepareDuration;
    return [{ path: moduleId, passed: testModule.ok(), durationMs }];
  });
  return { ...(failure !== undefined && { failure }), files };
}

process.on('disconnect', () => process.exit());
process.on('message', (/** @type {TestRequest} */ request) => {
  void runTests(request).then((answer) => process.send?.(answer));
});
process.send?.('ready');
