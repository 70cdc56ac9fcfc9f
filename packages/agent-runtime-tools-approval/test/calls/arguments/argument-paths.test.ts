import { describe, expect, it } from 'vitest';
import { customTools, decisionOn } from '../../fixtures/custom-tools.ts';
import { Folder } from '../../fixtures/folder.ts';
import { AutoApprover } from '../../../src/index.ts';

const ALLOWED = { permissions: { allow: ['my_writer', 'Edit', 'Read'], deny: ['Edit(.env)', 'Read(secret)'] } };

describe('the paths of a call', () => {
  it.each<[string, unknown]>([
    ['in a list in an object', { options: { files: ['../../x'] } }],
    ['in a list of lists', { paths: [['/etc/passwd']] }],
    ['in a list in an object in a list', { files: [{ targets: { paths: ['/etc/x'] } }] }],
    ['far inside', nested(12, { path: '/etc/x' })],
    [
      'behind thousands of others',
      { job: { list: [...Array.from({ length: 2100 }, () => ({ path: 'a' })), { path: '/etc/x' }] } },
    ],
    ['too far inside to be looked for', nested(60, { path: 'a' })],
    ['in something that holds itself', cyclic()],
    ['behind hundreds of texts', { ...texts(300), where: '/etc/x' }],
    ['as the folder of something inside', { options: { cwd: '/etc' } }],
    ...['dirPath', 'folder_path', 'outputDir', 'out_dir', 'savepath', 'logfile', 'configFile', 'fileUri', 'where'].map(
      (name): [string, unknown] => [`under the name ${name}`, { [name]: '/etc/cron.d/x' }],
    ),
  ])('are found %s, and no rule consents to them', async (_, params) => {
    using folder = new Folder();
    expect(await decisionOn(folder, ALLOWED, 'my_writer', params)).toBe('ask');
  });

  it('are not those in the text of an edit, which is content of the file', async () => {
    using folder = new Folder({ 'a.txt': 'a' });
    const diff = '*** Begin Patch\n*** Update File: .env\n@@\n-a\n+b\n*** End Patch';
    expect(await decisionOn(folder, ALLOWED, 'apply_diff', { path: 'a.txt', diff })).toBe('approve');
    expect(await decisionOn(folder, ALLOWED, 'apply_patch', { patch: diff })).toBe('deny');
  });

  it.each<[string, unknown]>([
    ['my_writer', { options: { files: ['.env'] } }],
    ['my_writer', { where: '.env' }],
    ['my_writer', { log_file: '.ENV' }],
    ['my_writer', { patch: '*** Begin Patch\n*** Update File: .env\n@@\n-a\n+b\n*** End Patch' }],
    [
      'multi_apply_diff',
      {
        files: [
          { path: 'a', diff: '' },
          { paths: ['.env'], diff: '' },
        ],
      },
    ],
    ['search_and_replace', { glob: '.env', search: 'a', replace: 'b' }],
    ['use_mcp_tool', { server_name: 'fs', tool_name: 'write', arguments: { files: ['.env'] } }],
    ['use_mcp_tool', { server_name: 'fs', tool_name: 'write', arguments: '{"files":[".env"]}' }],
    ['fs__write', { job: [{ to: '.env' }] }],
    ['read_many_files', { include: ['secret'] }],
    ['git_checkout', { paths: ['.env'] }],
  ])('are found where %s names them as %j, for what forbids', async (tool, params) => {
    using folder = new Folder({ '.env': '', secret: '' });
    expect(await decisionOn(folder, ALLOWED, tool, params)).toBe('deny');
  });

  it('ask where a call reaches files that it does not name, as long as rules are about some files', async () => {
    using folder = new Folder({ '.env': '', a: '' });
    const everything = { glob: '**/*', search: 'a', replace: 'b' };
    expect(await decisionOn(folder, ALLOWED, 'search_and_replace', everything)).toBe('ask');
    expect(await decisionOn(folder, ALLOWED, 'read_many_files', { paths: ['**/*'] })).toBe('ask');
    expect(await decisionOn(folder, { permissions: { allow: ['Edit'] } }, 'search_and_replace', everything)).toBe(
      'approve',
    );
    expect(await decisionOn(folder, ALLOWED, 'grep', { pattern: 'x', include: '*.ts' })).toBe('approve');
  });

  it('are not looked for in endless texts, which then ask where rules are about files', async () => {
    using folder = new Folder();
    const params = texts(15_000);
    const allow = ['mcp__x'];
    expect(await decisionOn(folder, { permissions: { allow } }, 'x__y', params)).toBe('approve');
    expect(await decisionOn(folder, { permissions: { allow, deny: ['Read(.env)'] } }, 'x__y', params)).toBe('ask');
  });

  it('are not seen in what is none', async () => {
    using folder = new Folder({ a: '' });
    const params = {
      path: 'a',
      query: '/api/users',
      xpath: '//div',
      create_dirs: true,
      profile: 'me',
      text: '1/../2\n',
    };
    expect(await decisionOn(folder, ALLOWED, 'my_writer', params)).toBe('approve');
  });

  it('that only may be some do not make a call worse than it is', async () => {
    using folder = new Folder({ a: '' });
    const approver = new AutoApprover({ workspace: folder.workspace, tools: customTools, mode: 'accept-edits' });
    const found = await approver.shouldAutoApprove('my_writer', { path: 'a', query: '/api' }, { cwd: folder.path });
    expect(found).toMatchObject({ decision: 'approve', risk: { level: 'medium' } });
    const also = await approver.shouldAutoApprove('my_writer', { path: 'a', also: '/etc/x' }, { cwd: folder.path });
    expect(also).toMatchObject({ decision: 'ask', risk: { level: 'high' } });
  });
});

function nested(depth: number, value: unknown): unknown {
  return depth === 0 ? value : { a: nested(depth - 1, value) };
}

function texts(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, `v${index}`]));
}

function cyclic(): unknown {
  const self: Record<string, unknown> = { path: 'a' };
  return Object.assign(self, { one: self, two: self });
}
