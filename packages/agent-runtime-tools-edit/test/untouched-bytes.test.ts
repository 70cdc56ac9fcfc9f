import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { createWorkspace, MemoryFileSystem } from '@ku0/agent-runtime-tools-workspace';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editPack } from '../src/index.ts';
import { inEveryFormat } from './edit-formats.ts';

const word = fc.stringMatching(/^[a-zé$\\={}()"' \t-]{0,12}$/);
const mark = fc.constantFrom('\n', '\r\n');

/** Lines with any breaks, of which one is like no other, and what it is to become. */
const example = fc.record({
  lines: fc.array(fc.record({ text: word, mark }), { minLength: 1, maxLength: 20 }),
  at: fc.nat(),
  after: fc.array(word, { minLength: 1, maxLength: 3 }),
  hasMark: fc.boolean(),
  hasEnd: fc.boolean(),
});

describe('an edit of one line among many', () => {
  it('changes that line and no other byte, in every format, and one undo brings the old bytes back', async () => {
    await fc.assert(
      fc.asyncProperty(example, async ({ lines, at, after, hasMark, hasEnd }) => {
        const target = at % lines.length;
        const unique = 'TARGET(line)';
        const ends = lines.map((line, index) => (index === lines.length - 1 && !hasEnd ? '' : line.mark));
        const whole = (texts: readonly string[]): string =>
          (hasMark ? '\ufeff' : '') + texts.map((text, index) => text + ends[index]).join('');
        const before = whole(lines.map(({ text }, index) => (index === target ? unique : text)));
        const fresh = after.map((text, index) => `NEW${index}${text}`);
        for (const { format, tool, params } of inEveryFormat({
          path: 'a.txt',
          before: [unique],
          after: fresh,
          line: target + 1,
        })) {
          const fs = new MemoryFileSystem({ '/ws/a.txt': before });
          const workspace = createWorkspace({ roots: ['/ws'], state: '/state', fs });
          const tools = new ToolCoordinator({ services: { workspace } }).registerPack(editPack());
          tools.use({ name: 'yes', phase: 'approve', execute: (given, _context, next) => next(given, { by: 'test' }) });
          const result = await tools.execute<string>(tool, params, { callId: 'c', taskId: 't' });
          expect(result.ok || result.error, format).toBe(true);
          const now = (await workspace.read('a.txt')).bytes.toString('utf8');
          const [head = '', tail = ''] = before.split(unique);
          expect(now.startsWith(head) && now.endsWith(tail), format).toBe(true);
          expect(now.slice(head.length, now.length - tail.length).split(/\r?\n/), format).toEqual(fresh);
          await workspace.undo({ callId: 'c', taskId: 't' });
          expect((await workspace.read('a.txt')).bytes.toString('utf8'), format).toBe(before);
          await tools.shutdownAll();
          await workspace.shutdown();
        }
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});
