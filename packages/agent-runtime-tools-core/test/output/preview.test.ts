import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, fail, ok, type ToolResult } from '../../src/index.ts';

const tools = new ToolCoordinator();
const preview = (result: ToolResult, maxLines?: number): string[] => tools.preview(result, maxLines);

describe('the preview of a result', () => {
  it.each<[value: unknown, lines: readonly string[]]>([
    ['one\r\ntwo', ['one', 'two']],
    ['1\n2\n3', ['1', '2', '3']],
    ['1\n2\n3\n4', ['1', '2', '…']],
    [
      [1, 'a', null],
      ['1', 'a', 'null'],
    ],
    [
      [1, 2, 3, 4],
      ['1', '2', '…'],
    ],
    [
      [[], [1], [1, 2]],
      ['0 entries', '1 entry', '2 entries'],
    ],
    [[{ a: 1, b: 2 }], ['{ a, b }']],
    [7, ['7']],
    [null, ['null']],
    [{ a: 'first\nsecond', b: [1], c: { d: 1 } }, ['a: first', 'b: 1 entry', 'c: { d }']],
    [{ a: 1, b: 2, c: 3, d: 4 }, ['a: 1', 'b: 2', '…']],
  ])('%j has the lines %j', (value, lines) => {
    expect(preview(ok(value))).toEqual(lines);
  });

  it('of a failure has its message, and its suggestion where there is room', () => {
    const failure = fail('NO_FILE', 'It is gone.', { suggestion: 'Look elsewhere.' });
    expect(preview(failure)).toEqual(['NO_FILE: It is gone.', 'Look elsewhere.']);
    expect(preview(failure, 1)).toEqual(['NO_FILE: It is gone.']);
    expect(preview(fail('NO_FILE', 'It is gone.'))).toEqual(['NO_FILE: It is gone.']);
  });

  it('has lines of at most 200 characters', () => {
    expect(preview(ok('x'.repeat(200)))).toEqual(['x'.repeat(200)]);
    expect(preview(ok('x'.repeat(201)))).toEqual([`${'x'.repeat(199)}…`]);
  });

  it("is the tool's own, unless that fails or says nothing", async () => {
    for (const [own, lines] of [
      [() => ['own', 'lines', 'three', 'four'], ['own', 'lines', 'three']],
      [() => undefined, ['plain']],
      [
        (): never => {
          throw new Error('no');
        },
        ['plain'],
      ],
    ] as const) {
      const tool = defineTool({ name: 'x', parameters: Type.Object({}), execute: async () => ok('plain') });
      const withPreview = new ToolCoordinator().register({ ...tool, preview: own as () => string[] });
      expect(withPreview.preview(await withPreview.execute('x', {}))).toEqual(lines);
    }
  });
});
