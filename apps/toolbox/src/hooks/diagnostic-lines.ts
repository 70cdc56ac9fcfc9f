import type { Hooks } from '@ku0/agent-runtime-tools-hooks';
import type { Paint } from '../terminal/paint.ts';

/** A line for everything that a hooks file holds: what is loaded, what is ignored, and what is wrong with it. */
export function diagnosticLines({ diagnostics }: Hooks, paint: Paint): string[] {
  return diagnostics.map(({ kind, file, where, message }) => {
    const mark = kind === 'loaded' ? paint.green('✓') : kind === 'ignored' ? paint.dim('-') : paint.red('✗');
    return `${mark} ${paint.plain(message)} ${paint.dim(`${file}${where === undefined ? '' : ` ${where}`}`)}`;
  });
}
