import { describe, expect, it } from 'vitest';
import { analyzeCommand } from '../../src/index.ts';

/** The reasons to ask about a command because its tables do not know an option. */
function unknownOptions(text: string): readonly string[] {
  return analyzeCommand(text, { cwd: '/ws' })
    .parts.flatMap(({ hazards }) => hazards.map(({ why }) => why))
    .filter((why) => why.endsWith('is not in the tables'));
}

describe('an option that is not in the tables', () => {
  it.each([
    'docker compose exec',
    'docker compose run',
    'docker compose up',
    'docker compose',
    'docker ps',
    'npm test',
    'npm run x',
    'npm ls',
    'npm install',
    'npm init',
    'npm version',
    'npm pkg get',
    'npm docs',
    'pnpm dev',
    'yarn workspace a',
    'yarn npm info',
    'bun test',
    'deno run',
    'deno lint',
    'bun install',
    'deno eval',
    'kubectl get',
    'terraform plan',
    'ar',
    'julia',
    'gradle',
    'mvn',
    'pytest',
  ])('is no reason to ask about %s, whose options are too many to list', (command) => {
    expect(unknownOptions(`${command} --no-such-option`)).toEqual([]);
    expect(unknownOptions(`${command} --no-such-option=x`)).toEqual([]);
  });

  it.each([
    'eslint',
    'tsc',
    'docker run',
    'docker exec',
    'podman exec',
    'cargo test',
    'go test',
    'make',
    'grep',
    'sort',
    'tar',
    'unzip',
    'gzip',
    'node',
    'python',
    'git log',
    'git status',
    'ls',
    'head',
    'rsync',
    'npx',
    'xargs',
    'env',
    'timeout',
  ])('is one for %s, whose options are all listed', (command) => {
    expect(unknownOptions(`${command} --no-such-option`)).toEqual(['the option --no-such-option is not in the tables']);
  });
});
