import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { AutoApprover, type AutoApproverOptions } from '../src/index.ts';
import { project } from './fixtures/project.ts';

const folder = project();
folder.link('src/envlink', '../.env');
folder.link('src/out', '../../outside');
afterAll(() => folder[Symbol.dispose]());

type Row = readonly [expected: string, rules: unknown, tool: string, params: unknown];

function rows(
  name: string,
): { expected: string; tool: string; params: unknown; options: AutoApproverOptions; call: string }[] {
  const text = readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8').replaceAll('{ws}', folder.path);
  const all: readonly Row[] = JSON.parse(text);
  return all.map(([expected, rules, tool, params]) => {
    const call = `${tool} ${JSON.stringify(params).slice(0, 80)} by ${JSON.stringify(rules).slice(0, 80)}`;
    const given = Array.isArray(rules) ? { policies: rules } : { permissions: rules };
    return { expected, tool, params, options: { ...given, workspace: folder.path } as AutoApproverOptions, call };
  });
}

describe('AutoApprover on tables of calls', () => {
  it.each([...rows('path-calls'), ...rows('policy-calls')])(
    '$expected: $call',
    async ({ expected, options, tool, params }) => {
      const make = (): AutoApprover => new AutoApprover(options);
      if (expected === 'throws') {
        expect(make).toThrow(TypeError);
        return;
      }
      const { decision, approved } = await make().shouldAutoApprove(tool, params, { cwd: folder.path });
      if (expected === 'no') expect(approved).toBe(false);
      else expect(decision).toBe(expected);
    },
  );

  it.each(['(a+)+$', '^(a|aa)+$', '(x*)*y', '\\s+$', '.*.*=.*;$'])(
    'the pattern %s takes linear time',
    async (value) => {
      const approver = new AutoApprover({
        policies: [
          { name: 'p', tools: ['*'], action: 'deny', conditions: [{ type: 'content', operator: 'matches', value }] },
        ],
        workspace: folder.path,
      });
      const started = performance.now();
      for (const unit of ['a', 'x', ' ', '=']) {
        await approver.shouldAutoApprove(
          'write_file',
          { path: 'n', content: `${unit.repeat(300_000)}!` },
          { cwd: folder.path },
        );
      }
      expect(performance.now() - started).toBeLessThan(10_000);
    },
  );

  it('a deny rule holds for a path in the home folder that is written with a tilde', async () => {
    const approver = new AutoApprover({
      permissions: { allow: ['Read'], deny: ['Read(~/.ssh/**)'] },
      workspace: folder.path,
    });
    const decision = await approver.shouldAutoApprove('read_file', { path: '~/.ssh/id_rsa' }, { cwd: folder.path });
    expect(decision).toMatchObject({ decision: 'deny' });
  });
});
