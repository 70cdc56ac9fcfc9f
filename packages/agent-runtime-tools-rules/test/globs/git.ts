import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A repository whose only rule is the one that is tried. */
export class IgnoringRepository {
  readonly #folder = mkdtempSync(join(tmpdir(), 'rules-git-'));

  constructor() {
    execFileSync('git', ['init', '-q', this.#folder]);
  }

  /** The paths that git ignores by a line of `.gitignore`, in order. */
  ignored(line: string, paths: readonly string[]): string[] {
    writeFileSync(join(this.#folder, '.gitignore'), `${line}\n`);
    try {
      const printed = execFileSync('git', ['-C', this.#folder, 'check-ignore', '--no-index', '--stdin'], {
        input: paths.join('\n'),
        encoding: 'utf8',
      });
      return printed.split('\n').filter((path) => path !== '');
    } catch (error) {
      // The exit code for "none of them".
      if (error instanceof Error && 'status' in error && error.status === 1) return [];
      throw error;
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
