import type { GlobParameters, GrepParameters } from '@ku0/agent-runtime-tools-search';

/** A call, and the arguments that ask ripgrep the same. */
export interface Question {
  readonly name: string;
  readonly tool: 'grep' | 'glob';
  readonly params: object;
  readonly ripgrep: readonly string[];
  /** Has to come at once, however long ripgrep takes. */
  readonly atOnce?: boolean;
}

const ALL = { limit: 10_000 };

export const QUESTIONS: readonly Question[] = [
  grep('content, 10 matches', { pattern: 'needle_rare' }, '-n'),
  grep('content, 8,000 matches, all returned', { pattern: 'sometimes_here', ...ALL }, '-n'),
  grep('content, 8,000 matches, limit 200', { pattern: 'sometimes_here' }, '-n'),
  { ...grep('content, a million matches, limit 100', { pattern: 'common_word', limit: 100 }, '-n'), atOnce: true },
  grep('content, a regex, few matches', { pattern: 'needle_\\w+e' }, '-n'),
  grep('files, 10 match', { pattern: 'needle_rare', outputMode: 'files' }, '-l'),
  grep('files, 8,000 match, all returned', { pattern: 'sometimes_here', outputMode: 'files', ...ALL }, '-l'),
  grep('files, all match, limit 200', { pattern: 'common_word', outputMode: 'files' }, '-l'),
  grep('count, 10 match', { pattern: 'needle_rare', outputMode: 'count' }, '-c'),
  grep('count, 8,000 match, all returned', { pattern: 'sometimes_here', outputMode: 'count', ...ALL }, '-c'),
  grep('count, all match, limit 200', { pattern: 'common_word', outputMode: 'count' }, '-c'),
  glob('glob `**/*`, limit 1,000', { pattern: '**/*' }),
  glob('glob `**/*.ts`, limit 1,000', { pattern: '**/*.ts' }),
  glob('glob `pkg-7/**/*.ts`', { pattern: 'pkg-7/**/*.ts' }),
  // With --glob, ripgrep would list ignored files too.
  glob('glob `**/*.ts`, sort modified', { pattern: '**/*.ts', sort: 'modified' }, [
    '--sort=modified',
    '--type-add=asked:*.ts',
    '--type=asked',
  ]),
];

function grep(name: string, params: GrepParameters, mode: string): Question {
  return { name, tool: 'grep', params, ripgrep: [mode, params.pattern] };
}

function glob(name: string, params: GlobParameters, more: readonly string[] = []): Question {
  return { name, tool: 'glob', params, ripgrep: ['--files', ...more] };
}
