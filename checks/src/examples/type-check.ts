import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeFiles, readPackages, readText } from '../repository.ts';
import { runProgram } from '../run-program.ts';

/** Type-checks projects with one incremental run of the compiler. */
export async function typeCheck(root: string, projects: readonly string[]): Promise<string[]> {
  if (projects.length === 0) return [];
  // Several checkers would each compute the same types again.
  const { ok, output } = await runProgram('tsc', ['-b', '--checkers', '1', ...projects], { cwd: root });
  const lines = output.split('\n').filter((line) => line !== '');
  return ok ? [] : ['tsc -b found errors:', ...lines];
}

/** The projects that no build covers: test folders, packages without a build, the checks and the scripts. */
export function uncoveredProjects(root: string): string[] {
  const packages = readPackages(root);
  const unbuilt = packages.filter(({ manifest }) => manifest.scripts?.['build'] === undefined);
  const folders = [...unbuilt.map(({ folder }) => folder), 'checks', 'scripts'];
  const tests = packages.map(({ folder }) => `${folder}/test`).filter((folder) => hasProject(root, folder));
  const extending = packages.filter(({ folder }) => extendsOthers(root, folder)).map(({ folder }) => `${folder}/test`);
  const plain = tests.filter((folder) => isPlain(root, folder) && !extending.includes(folder));
  return [
    ...(plain.length > 0 ? [jointProject(root, plain)] : []),
    ...folders.filter((folder) => hasProject(root, folder)),
    ...tests.filter((folder) => !plain.includes(folder)),
  ];
}

/** One project for all plain test folders, so that shared types are checked once. */
function jointProject(root: string, folders: readonly string[]): string {
  const project = '.cache/tests';
  mkdirSync(join(root, project), { recursive: true });
  const config = { extends: '../../tsconfig.test.json', include: folders.map((folder) => `../../${folder}`) };
  writeFileSync(join(root, project, 'tsconfig.json'), JSON.stringify(config, undefined, 2));
  return project;
}

/**
 * Whether a package augments the types of another one. Its own tests see its sources and other tests see its build, and
 * one project cannot contain both augmentations.
 */
function extendsOthers(root: string, folder: string): boolean {
  return codeFiles(root, `${folder}/src`).some((file) => /^declare module '/m.test(readText(root, file) ?? ''));
}

function hasProject(root: string, folder: string): boolean {
  return existsSync(join(root, folder, 'tsconfig.json'));
}

/** Whether the tsconfig.json of a test folder only extends the shared one. */
function isPlain(root: string, folder: string): boolean {
  const {
    extends: base,
    include,
    ...own
  } = JSON.parse(readText(root, `${folder}/tsconfig.json`) ?? '{}') as {
    readonly extends?: string;
    readonly include?: readonly string[];
  };
  return base?.endsWith('/tsconfig.test.json') === true && include?.join() === '.' && Object.keys(own).length === 0;
}
