import { describe, expect, it } from 'vitest';
import { alice, bob, guardedTools } from './fixture.ts';

const { tools, access } = guardedTools({
  roles: {
    reader: { allow: [{ name: 'reading', tools: 'read_*' }] },
    editor: {
      inherits: ['reader'],
      allow: [{ tools: 'write_file', when: { argument: 'force', equals: false, orMissing: true } }],
    },
  },
  deny: [{ name: 'secrets', tools: 'pack:files', when: { argument: 'path', contains: '.env' } }],
});
tools.registerAlias('write', 'write_file');

describe('explain', () => {
  it('names the rule that allows a call, and its role', () => {
    expect(access.explain(tools, { name: 'read_file', params: { path: 'a' }, principal: alice })).toMatchObject({
      allowed: true,
      by: 'allow-rule',
      rule: 'reading',
      role: 'reader',
      reason: 'The rule reading allows it.',
      tool: 'read_file',
      argumentsValid: true,
      unknownRoles: [],
    });
  });

  it('names the rule that denies a call, and all others about the tool', () => {
    const explained = access.explain(tools, {
      name: 'write',
      params: { path: 'src/.env', force: 'false' },
      principal: { id: 'kim', roles: ['editor', 'owner'] },
    });
    expect(explained).toMatchObject({ allowed: false, rule: 'secrets', tool: 'write_file', unknownRoles: ['owner'] });
    expect(explained.rules).toEqual([
      { rule: 'secrets', effect: 'deny', applies: true },
      { rule: 'roles.editor.allow[0]', effect: 'allow', role: 'editor', applies: true },
    ]);
  });

  it('says that no rule allows a call, or that it has no principal', () => {
    expect(access.explain(tools, { name: 'bash', principal: bob })).toMatchObject({
      by: 'no-rule',
      argumentsValid: false,
    });
    expect(access.explain(tools, { name: 'bash' })).toMatchObject({ by: 'no-principal', rules: [] });
  });

  it('throws if there is no such tool', () => {
    expect(() => access.explain(tools, { name: 'fly' })).toThrow('There is no tool "fly".');
  });
});

describe('problems', () => {
  it('are rules that match no tool, and conditions on parameters that no tool has', () => {
    const checked = guardedTools({
      allow: ['read_*', 'red_file', 'mcp__github'],
      deny: [{ name: 'typo', tools: 'pack:files', when: { argument: 'pth', contains: '.env' } }],
    });
    expect(checked.access.problems(checked.tools)).toEqual([
      'allow[1] matches none of the tools.',
      'allow[2] matches none of the tools.',
      'typo has a condition on "pth", which none of its tools takes.',
    ]);
    expect(access.problems(tools)).toEqual([]);
  });
});
