import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readText } from './repository.ts';

const WORKFLOWS = '.github/workflows';

/** Says what is wrong with the workflows of GitHub, which nobody can try before they are pushed. */
export function checkWorkflows(root: string): string[] {
  if (!existsSync(join(root, WORKFLOWS))) return [`${WORKFLOWS}: missing`];
  return readdirSync(join(root, WORKFLOWS)).flatMap((name) => {
    const file = `${WORKFLOWS}/${name}`;
    try {
      return workflowProblems(root, parse(readText(root, file) ?? '')).map((problem) => `${file}: ${problem}`);
    } catch (error) {
      return [`${file}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
}

function workflowProblems(root: string, workflow: unknown): string[] {
  if (!isRecord(workflow)) return ['not a workflow'];
  const { jobs, permissions } = workflow;
  return [
    ...(workflow['on'] === undefined ? ['nothing starts it ("on")'] : []),
    ...(isRecord(permissions) && Object.values(permissions).every((each) => each === 'read')
      ? []
      : ['"permissions" of the workflow must be read-only; a job asks for more']),
    ...(isRecord(jobs) ? Object.entries(jobs).flatMap(([name, job]) => jobProblems(root, name, job)) : ['no "jobs"']),
  ];
}

function jobProblems(root: string, name: string, job: unknown): string[] {
  if (!isRecord(job)) return [`${name} is not a job`];
  const steps: unknown[] = Array.isArray(job['steps']) ? job['steps'] : [];
  return [
    ...platforms(job).flatMap((platform) => (RUNNERS.has(platform) ? [] : [`${name} runs on "${platform}"`])),
    ...(typeof job['timeout-minutes'] === 'number' ? [] : [`${name} has no "timeout-minutes"`]),
    ...(steps.length === 0 ? [`${name} has no "steps"`] : []),
    ...steps.flatMap((step) => stepProblems(root, step)).map((problem) => `${name} ${problem}`),
  ];
}

const RUNNERS = new Set(['ubuntu-latest', 'macos-latest', 'windows-latest']);

function platforms(job: Readonly<Record<string, unknown>>): string[] {
  const runsOn = String(job['runs-on']);
  const key = /^\$\{\{ matrix\.(\w+) \}\}$/.exec(runsOn)?.[1];
  if (key === undefined) return [runsOn];
  const strategy = isRecord(job['strategy']) ? job['strategy'] : {};
  const values = isRecord(strategy['matrix']) ? strategy['matrix'][key] : undefined;
  return Array.isArray(values) ? values.map(String) : [runsOn];
}

function stepProblems(root: string, step: unknown): string[] {
  if (!isRecord(step)) return ['has a step that is none'];
  const { uses, run } = step;
  if (typeof uses === 'string') return /^[\w-]+\/[\w/-]+@v\d/.test(uses) ? [] : [`uses ${uses} without a version`];
  if (typeof run !== 'string') return ['has a step with neither "uses" nor "run"'];
  // What anybody can write into a title or a branch name must not become part of a script.
  if (/\$\{\{\s*github\.(event|head_ref)/.test(run)) return ['puts text of strangers into a script'];
  return commandProblems(root, run);
}

/** The scripts of the repository that a step runs must exist. */
function commandProblems(root: string, run: string): string[] {
  const { scripts = {} } = JSON.parse(readText(root, 'package.json') ?? '{}') as { scripts?: Record<string, string> };
  const tasks = new Set(Object.values(scripts).map((script) => script.replace(/^.*run\.mjs /, '')));
  return [
    ...[...run.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => [name, Object.hasOwn(scripts, name)] as const),
    ...[...run.matchAll(/run\.mjs ([\w-]+)/g)].map(([, name = '']) => [name, tasks.has(name)] as const),
    ...[...run.matchAll(/bash (\S+)/g)].map(([, file = '']) => [file, existsSync(join(root, file))] as const),
  ].flatMap(([name, exists]) => (exists ? [] : [`runs ${name}, which does not exist`]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
