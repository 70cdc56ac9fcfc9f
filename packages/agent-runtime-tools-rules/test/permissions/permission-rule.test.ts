import { describe, expect, it } from 'vitest';
import { parsePermissionRule } from '../../src/index.ts';

describe('parsePermissionRule', () => {
  it.each([
    ['Bash', { kind: 'family', family: 'Bash' }],
    ['Bash(*)', { kind: 'family', family: 'Bash' }],
    ['Grep', { kind: 'family', family: 'Read', tool: 'Grep' }],
    [' Bash( git log * ) ', { kind: 'command', command: 'git log *', text: 'Bash( git log * )' }],
    ['run_command(git log)', { kind: 'command', command: 'git log', tool: 'run_command' }],
    ['Edit(src/**)', { kind: 'path', family: 'Edit', path: { start: 'workspace', pattern: 'src/**' } }],
    ['Write(src/(a)/b)', { kind: 'path', family: 'Edit', path: { start: 'workspace', pattern: 'src/(a)/b' } }],
    ['Read(//etc/**)', { kind: 'path', family: 'Read', path: { start: 'disk', pattern: '/etc/**' } }],
    ['Read(~/x)', { kind: 'path', family: 'Read', path: { start: 'home', pattern: '/x' } }],
    ['Read(/x)', { kind: 'path', family: 'Read', path: { start: 'settings', pattern: '/x' } }],
    ['Read(./x)', { kind: 'path', family: 'Read', path: { start: 'cwd', pattern: '/x' } }],
    ['delete_file(x)', { kind: 'path', family: 'Delete', tool: 'delete_file' }],
    ['WebFetch(domain:example.com)', { kind: 'host' }],
    ['mcp__github', { kind: 'server' }],
    ['mcp__github__*', { kind: 'server' }],
    ['Task(Explore)', { kind: 'family', family: 'Agent', specifier: 'Explore' }],
    ['Skill(deploy)', { kind: 'tool', tool: 'Skill', specifier: 'deploy' }],
    ['pack:files', { kind: 'tool', tool: 'pack:files' }],
    ['my_*', { kind: 'tool', tool: 'my_*' }],
  ])('reads %s', (text, expected) => {
    expect(parsePermissionRule(text)).toMatchObject(expected);
  });

  it.each([
    ['', 'not a permission rule'],
    ['Bash(', 'not a permission rule'],
    ['a b', 'not a permission rule'],
    [`Bash(${'x'.repeat(10_000)})`, 'not a permission rule'],
    ['Bash()', 'names nothing'],
    ['Read( )', 'names nothing'],
    ['Edit(!x)', 'negated'],
    ['WebFetch(example.com)', 'domain:'],
    ['WebFetch(domain:a b)', 'not a host name'],
    ['mcp__x(y)', 'no arguments'],
    ['mcp__', 'no MCP server'],
    ['mcp__x__', 'no MCP server'],
  ])('refuses %j: %s', (text, message) => {
    expect(() => parsePermissionRule(text)).toThrow(TypeError);
    expect(() => parsePermissionRule(text)).toThrow(message);
  });
});

describe('a rule for a host', () => {
  const hostOf = (text: string) => {
    const rule = parsePermissionRule(text);
    if (rule.kind !== 'host') throw new Error(`${text} is no rule for a host`);
    return rule.host;
  };

  it.each([
    ['example.com', 'https://EXAMPLE.com/x', true],
    ['example.com', 'https://example.com./x', true],
    ['example.com', 'https://sub.example.com/', false],
    ['example.com', 'https://example.com.evil.test/', false],
    ['example.com', 'https://example.com@evil.test/', false],
    ['*.example.com', 'https://sub.example.com/', true],
    ['*.example.com', 'https://example.com/', false],
    ['bücher.example', 'https://xn--bcher-kva.example/', true],
  ])('%s on %s: %s', (host, url, expected) => {
    const pattern = hostOf(`WebFetch(domain:${host})`);
    expect(pattern.consents(url)).toBe(expected);
    expect(pattern.restricts(url)).toBe(expected);
  });

  it('restricts addresses that it does not consent to', () => {
    const { consents, restricts } = hostOf('WebFetch(domain:example.com)');
    for (const url of ['git://example.com/x', '//example.com', 'example.com/x', 'ftp://example.com']) {
      expect(consents(url), url).toBe(false);
      expect(restricts(url), url).toBe(true);
    }
  });
});

describe('a rule for a server', () => {
  it.each([
    ['mcp__github', 'github', 'create_issue', true],
    ['mcp__github__*', 'github', 'create_issue', true],
    ['mcp__github__create_*', 'github', 'create_issue', true],
    ['mcp__github__create_*', 'github', 'delete_repo', false],
    ['mcp__git', 'github', 'create_issue', false],
    ['mcp__*', 'github', 'create_issue', true],
  ])('%s on %s and %s: %s', (text, server, tool, expected) => {
    const rule = parsePermissionRule(text);
    if (rule.kind !== 'server') throw new Error(`${text} is no rule for a server`);
    expect(rule.server.consents(server, tool)).toBe(expected);
    expect(rule.server.restricts(`mcp__${server}__${tool}`)).toBe(expected);
  });

  it('restricts however a name with several separators is taken apart', () => {
    const rule = parsePermissionRule('mcp__a__b');
    if (rule.kind !== 'server') throw new Error('no rule for a server');
    expect(rule.server.restricts('mcp__a__b__c')).toBe(true);
    expect(rule.server.consents('a', 'b__c')).toBe(false);
  });
});
