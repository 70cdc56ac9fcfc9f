import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BIN, runToolbox } from '../../run-toolbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'toolbox-specs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SPEC = `tools:
  - name: greet
    description: Greets somebody. Politely.
    tool_type: shell
    input_schema: { type: object, properties: { name: { type: string } }, required: [name] }
    implementation_config: { command: 'echo hello {name}' }
`;

describe('toolbox specs', () => {
  it('lists the tools of files, and checks them', async () => {
    writeFileSync(join(folder, 'good.yaml'), SPEC);
    const list = await runToolbox(['specs', 'list', 'go*.yaml'], { cwd: folder });
    expect(list).toMatchObject({ code: 0, stdout: '  greet  Greets somebody.  shell\n1 tools, 0 problems\n' });
    const check = await runToolbox(['specs', 'check', 'good.yaml', '--json'], { cwd: folder });
    expect(JSON.parse(check.stdout)).toMatchObject({ tools: [{ name: 'greet', toolType: 'shell' }], problems: [] });
  });

  it('names the line of a mistake, and fails', async () => {
    writeFileSync(join(folder, 'bad.yaml'), SPEC.replace('tool_type', 'tool_typ'));
    const { code, stdout } = await runToolbox(['specs', 'check', 'bad.yaml'], { cwd: folder });
    expect(code).toBe(1);
    expect(stdout).toMatch(/bad\.yaml:\d+:\d+: tool greet: .*tool_type/);
    expect(await runToolbox(['specs', 'check', 'none.yaml'], { cwd: folder })).toMatchObject({ code: 1 });
    expect(await runToolbox(['specs', 'check'])).toMatchObject({ code: 2 });
  });
});

describe('toolbox eval', () => {
  it('reports which cases of a dataset pass, and fails if one does not', async () => {
    const cases = [
      { id: 'reads', tool: 'read_file', params: { path: 'good.yaml' }, expect: { contains: 'Politely' } },
      { id: 'refuses', tool: 'read_file', params: { path: 'gone.txt' }, expect: { code: 'FILE_NOT_FOUND' } },
    ];
    const text = (all: readonly unknown[]): string => all.map((each) => JSON.stringify(each)).join('\n');
    writeFileSync(join(folder, 'pass.jsonl'), text(cases));
    const passed = await runToolbox(['eval', 'pass.jsonl', '--json'], { entry: BIN, cwd: folder });
    expect(passed).toMatchObject({ code: 0 });
    expect(JSON.parse(passed.stdout)).toMatchObject({ total: 2, passed: 2, byTool: { read_file: { total: 2 } } });
    // Nobody is asked, so a call that needs approval is denied.
    const write = { id: 'writes', tool: 'write_file', params: { path: 'good.yaml', content: '' } };
    writeFileSync(join(folder, 'fail.jsonl'), text([...cases, write]));
    const failed = await runToolbox(['eval', 'fail.jsonl'], { entry: BIN, cwd: folder });
    expect(failed).toMatchObject({ code: 1 });
    expect(failed.stdout).toContain('writes (write_file)');
    expect(await runToolbox(['eval', 'cases.txt'], { entry: BIN, cwd: folder })).toMatchObject({ code: 2 });
  }, 30_000);
});
