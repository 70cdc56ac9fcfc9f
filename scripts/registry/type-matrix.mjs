import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from '../run-child.mjs';

/** The oldest TypeScript that the README promises, the last of the old compiler that most people have, and this repository's. */
export const TYPESCRIPT_VERSIONS = ['5.7.3', '5.9.3', '7.0.2'];

/** `module` and `moduleResolution`. */
const MODULES = [
  ['node16', 'node16'],
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
];

/**
 * Type-checks a program that uses every package, with several compilers and settings.
 * @param {string} project With all packages installed.
 * @param {readonly string[]} names Of the packages.
 * @returns {Promise<string[]>} The problems.
 */
export async function checkTypes(project, names) {
  const lines = names.map((name, at) => `import * as each${at} from '${name}';\nexport { each${at} };\n`);
  writeFileSync(join(project, 'types.ts'), lines.join(''));
  const problems = [];
  for (const version of TYPESCRIPT_VERSIONS) {
    const compiler = join(project, 'compilers', version);
    mkdirSync(compiler, { recursive: true });
    writeFileSync(join(compiler, 'package.json'), '{ "private": true }');
    const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', `typescript@${version}`];
    if ((await runQuietly('npm', install, { cwd: compiler })) !== 0) {
      problems.push(`typescript ${version} cannot be installed`);
      continue;
    }
    const tsc = join(compiler, 'node_modules', 'typescript', 'bin', 'tsc');
    const runs = MODULES.flatMap((modules) => [true, false].map((skipLibCheck) => ({ modules, skipLibCheck })));
    for (const { modules, skipLibCheck } of runs) {
      const [module = '', resolution = ''] = modules;
      const args = [
        '--noEmit',
        '--strict',
        '--target',
        'es2022',
        '--lib',
        'es2023,esnext.disposable',
        '--types',
        'node',
      ];
      args.push(
        '--module',
        module,
        '--moduleResolution',
        resolution,
        '--skipLibCheck',
        String(skipLibCheck),
        'types.ts',
      );
      const code = await runQuietly(process.execPath, [tsc, ...args], { cwd: project });
      if (code !== 0)
        problems.push(`types: errors with TypeScript ${version}, ${resolution}, skipLibCheck ${skipLibCheck}`);
    }
  }
  return problems;
}
