import { describe, expect, it } from 'vitest';
import { compilePermissionRule } from '../../src/index.ts';
import { decisionOn } from '../fixtures/custom-tools.ts';
import { Folder } from '../fixtures/folder.ts';

describe('permission rules', () => {
  it.each(['Bash()', 'Edit( )', 'mcp__', 'mcp__server__', 'WebFetch()', 'WebFetch(domain:a.test:80)'])(
    '%s means nothing and is refused',
    (rule) => {
      expect(() => compilePermissionRule(rule)).toThrow(TypeError);
    },
  );

  it.each<[string, string, unknown]>([
    ['mcp__a__b', 'mcp__a__b__c', {}],
    ['mcp__a__b', 'a__b__c', {}],
    ['mcp__a__b', 'use_mcp_tool', { server_name: 'a__b', tool_name: 'c' }],
    ['mcp__a', 'mcp__a__b__c', {}],
    ['mcp__*__delete_*', 'a__delete_x', {}],
    ['mcp__a__x', 'mcp:a/x', {}],
  ])('that forbid by %s hold for %s however its name is taken apart', async (rule, tool, params) => {
    using folder = new Folder();
    const options = { permissions: { allow: ['*', 'use_mcp_tool'], deny: [rule] } };
    expect(await decisionOn(folder, options, tool, params)).toBe('deny');
  });

  it('that allow a server do not cover a call that names two', async () => {
    using folder = new Folder();
    const options = { permissions: { allow: ['mcp__good'] } };
    const call = { server_name: 'good', tool_name: 'x' };
    expect(await decisionOn(folder, options, 'use_mcp_tool', call)).toBe('approve');
    expect(await decisionOn(folder, options, 'use_mcp_tool', { ...call, server: 'evil' })).toBe('ask');
    expect(await decisionOn(folder, options, 'use_mcp_tool', { ...call, toolName: 'y' })).toBe('ask');
  });

  it('that allow editing do not allow a patch to delete, or to write beside the folder it seems to name', async () => {
    using folder = new Folder({ 'src/a': 'x\n', 'a/src/f': 'x\n' });
    const options = { permissions: { allow: ['Edit(src/**)'] } };
    const decision = (patch: string) => decisionOn(folder, options, 'apply_patch', { patch });
    expect(await decision('--- a/src/a\n+++ b/src/a\n@@ -1 +1 @@\n-x\n+y\n')).toBe('approve');
    expect(await decision('--- a/src/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n')).toBe('ask');
    expect(await decision('diff --git a/src/a b/src/a\ndeleted file mode 100644\n')).toBe('ask');
    expect(await decision('--- a/src/f\n+++ a/src/f\n@@ -1 +1 @@\n-x\n+y\n')).toBe('ask');
  });
});
