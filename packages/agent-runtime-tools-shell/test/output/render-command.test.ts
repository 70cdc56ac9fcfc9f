import { expect, it } from 'vitest';
import { previewCommand, renderCommand } from '../../src/output/render-command.ts';
import { trimLineBreaks } from '../../src/output/trim-line-breaks.ts';

it('what a model reads of many empty lines is there at once', () => {
  const lines = '\n'.repeat(200_000);
  const shown = { stdout: `${lines}x`, stderr: `${lines}y\n\n`, duration: 1, truncated: false, exitCode: 0 };
  const started = performance.now();
  const [part] = renderCommand(shown);
  expect(previewCommand(shown, 3).at(-1)).toBe('x');
  expect(performance.now() - started).toBeLessThan(2000);
  expect(part?.type === 'text' && part.text.endsWith(`${lines}y\n[exit code 0, 0.00 s]`)).toBe(true);
});

it.for([
  ['', ''],
  ['\n\n', ''],
  ['a\n', 'a'],
  ['\n a \n\n', '\n a '],
])('%j ends as %j', ([text, end]) => {
  expect(trimLineBreaks(text ?? '')).toBe(end);
});
