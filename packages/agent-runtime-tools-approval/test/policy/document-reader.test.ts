import { describe, expect, it } from 'vitest';
import { loadPolicies, policySchema } from '../../src/index.ts';

const HOST_ONLY = [
  'mode',
  'defaultMode',
  'permissionMode',
  'autoApprove',
  'autoApproval',
  'bypass',
  'disableBypassPermissionsMode',
];
const POLICY = { name: 'a', tools: ['x'], action: 'deny' };
const load = (document: unknown) => loadPolicies(document, { source: 'p.yaml', selfTest: false });
const withPolicy = (entries: object) => ({ policies: [{ ...POLICY, ...entries }] });
const withCondition = (entries: object) =>
  withPolicy({ conditions: [{ type: 'content', operator: 'contains', value: 'x', ...entries }] });

describe('A policy document', () => {
  it.each(HOST_ONLY)('may have the entry %s, which is ignored with a notice', (name) => {
    const notice = `is ignored: only the host sets how approval works.`;
    expect(load({ version: 1, [name]: true }).notices).toEqual([`p.yaml.${name} ${notice}`]);
    for (const more of [{}, { version: 1 }]) {
      const set = load({ ...more, permissions: { [name]: true } });
      expect(set.notices).toEqual([`p.yaml.permissions.${name} ${notice}`]);
      expect(set.permissions).toEqual({});
    }
  });

  it('may have each of the entries that it knows', () => {
    const set = load({ $schema: 's', version: 1, description: 'd', policies: [], permissions: {}, tests: [] });
    expect(set).toMatchObject({ policies: [], permissions: {}, tests: [], notices: [] });
    expect(() => load({ version: 1, title: 't' })).toThrow('unknown entry "title"');
  });

  it('keeps every entry of a policy', () => {
    const policy = {
      ...POLICY,
      priority: 2,
      reason: 'why',
      conditions: [{ type: 'path', operator: 'equals', value: 'a' }],
      match: [{ tool: 'x', params: { path: 'a' }, cwd: '/workspace/b' }],
      notMatch: ['ls', { tool: 'x', params: {} }],
    };
    expect(load({ policies: [{ ...policy, description: 'd' }] }).policies).toEqual([policy]);
    expect(load({ policies: [POLICY] }).policies).toEqual([POLICY]);
    expect(load(withPolicy({ match: [{ tool: 'x' }] })).policies).toMatchObject([
      { match: [{ tool: 'x', params: {} }] },
    ]);
  });

  it.each(['allow', 'ask', 'deny', 'additionalDirectories'])('keeps the permissions %s', (name) => {
    expect(load({ version: 1, permissions: { [name]: ['Read'] } }).permissions).toEqual({ [name]: ['Read'] });
    expect(() => load({ version: 1, permissions: { [name]: [''] } })).toThrow(`${name}[0] must be a string`);
  });

  it.each(['approve', 'deny', 'ask'])('may expect and decide %s', (action) => {
    expect(load({ tests: [{ call: 'ls', expect: action }] }).tests).toEqual([{ call: 'ls', expect: action }]);
    expect(load(withPolicy({ action })).policies).toMatchObject([{ action }]);
  });

  it.each([
    ['path', 'a'],
    ['content', 'a'],
    ['size', 5],
    ['risk', 5],
    ['command', 'a'],
    ['url', 'a'],
    ['capability', 'readsFiles'],
    ['mode', 'plan'],
  ])('may have conditions on %s', (type, value) => {
    const conditions = [{ type, operator: 'equals', value }];
    expect(load(withPolicy({ conditions })).policies).toMatchObject([{ conditions }]);
  });

  it.each([
    ['equals', 'a'],
    ['contains', 'a'],
    ['matches', /a/],
    ['lessThan', 5],
    ['greaterThan', 5],
  ])('may have conditions with the operator %s', (operator, value) => {
    expect(load(withCondition({ operator, value })).policies).toMatchObject([{ conditions: [{ operator, value }] }]);
  });

  it.each<[unknown, string]>([
    [undefined, 'p.yaml must be an object, not undefined'],
    ['text', 'p.yaml must be an object, not "text"'],
    [/a/, 'p.yaml must be an object, not object'],
    [{ policies: null }, 'p.yaml.policies must be a list, not null'],
    [{ policies: [[]] }, 'p.yaml.policies[0] must be an object, not a list'],
    [withPolicy({ reason: 5 }), 'reason must be a string, not number'],
    [withPolicy({ reason: '' }), 'reason must be a string, not ""'],
    [withPolicy({ priority: Number.NaN }), 'priority must be a number'],
    [withPolicy({ tools: [''] }), 'tools[0] must be a string'],
    [withPolicy({ conditions: {} }), 'conditions must be a list, not object'],
    [withPolicy({ match: 'ls' }), 'match must be a list'],
    [withPolicy({ notMatch: [5] }), 'notMatch[0] must be an object, not number'],
    [withPolicy({ match: [{ tool: '', params: {} }] }), 'match[0].tool must be a string'],
    [withPolicy({ match: [{ tool: 'x', params: [] }] }), 'match[0].params must be an object'],
    [withPolicy({ match: [{ tool: 'x', cwd: 5 }] }), 'match[0].cwd must be a string'],
    [withPolicy({ match: [{ tool: 'x', args: {} }] }), 'unknown entry "args"'],
    [withCondition({ value: undefined }), 'value must be a string, a number or a regular expression, not undefined'],
    [withCondition({ value: null }), 'value must be a string, a number or a regular expression, not null'],
    [withCondition({ operator: 'is' }), 'operator must be one of equals, contains'],
    [withCondition({ not: true }), 'unknown entry "not"'],
    [{ tests: [{ call: 'ls', expect: 'allow' }] }, 'tests[0].expect must be one of approve, deny, ask'],
    [{ tests: [{ call: 'ls', expect: 'ask', why: '' }] }, 'unknown entry "why"'],
    [{ tests: ['ls'] }, 'tests[0] must be an object'],
    [JSON.parse('{"policies":[{"prototype":1}]}'), 'forbidden entry "prototype"'],
  ])('is refused: %j', (document, message) => {
    expect(() => load(document)).toThrow(message);
  });

  it('has at most 10,000 entries in a list, and 32 levels', () => {
    const rules = (count: number) => ({
      version: 1,
      permissions: { deny: Array.from({ length: count }, () => 'Read') },
    });
    expect(load(rules(10_000)).permissions.deny).toHaveLength(10_000);
    expect(() => load(rules(10_001))).toThrow('deny has more than 10000 entries');
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
    const example = (levels: number) => withPolicy({ match: [{ tool: 'x', params: { a: nested(levels) } }] });
    // The value is below policies, its index, match, its index, params and a.
    expect(() => load(example(26))).not.toThrow();
    expect(() => load(example(27))).toThrow('is nested too deeply');
  });

  it('has at most 500,000 values, also where one list stands for many', () => {
    let shared: unknown = ['x'];
    for (let level = 0; level < 25; level++) shared = [shared, shared];
    expect(() => load(withPolicy({ match: [{ tool: 'x', params: { shared } }] }))).toThrow(
      'the document has more than 500000 values',
    );
  });

  it('has another digest where it differs, also by a regular expression alone', () => {
    const digest = (value: RegExp) => load(withCondition({ operator: 'matches', value })).digest;
    expect(digest(/a/)).toBe(digest(/a/));
    expect(digest(/a/)).not.toBe(digest(/b/));
  });

  it('says how many of its examples do not hold', () => {
    const policy = { ...POLICY, tools: ['bash'] };
    expect(() => loadPolicies({ policies: [{ ...policy, notMatch: ['a'] }] })).toThrow(/should not match "a"$/);
    expect(() => loadPolicies({ policies: [{ ...policy, notMatch: ['a', 'b', 'c'] }] })).toThrow(/"a", and 2 more$/);
  });
});

describe('The schema of policy documents', () => {
  it('takes examples as commands or calls, and values as texts or numbers', () => {
    const call = { anyOf: [{ type: 'string' }, { type: 'object', required: ['tool', 'params'] }] };
    const value = { anyOf: [{ type: 'string' }, { type: 'number' }] };
    const policy = {
      match: { items: call },
      notMatch: { items: call },
      conditions: { items: { properties: { value } } },
    };
    expect(JSON.parse(JSON.stringify(policySchema))).toMatchObject({
      properties: {
        policies: { items: { properties: policy } },
        tests: { items: { properties: { call } } },
      },
    });
  });
});

describe('A settings file of Claude Code with entries of a policy file', () => {
  it.each(['policies', 'tests'])('is read as a policy file because of %s', (name) => {
    expect(() => load({ permissions: { deny: ['Skill(x)'] }, [name]: [] })).toThrow('Skill');
  });

  it.each(['$schema', 'description'])('is a settings file in spite of %s, which is no notice', (name) => {
    expect(load({ permissions: { deny: ['Read'] }, [name]: 'x' })).toMatchObject({
      permissions: { deny: ['Read'] },
      notices: [],
    });
  });

  it.each(['Bash(', 'Read()', 'Edit()', 'Delete()', 'WebFetch(x)'])('is refused with the rule %s', (rule) => {
    expect(() => load({ permissions: { deny: [rule] } })).toThrow('p.yaml');
  });

  it.each([
    [{ policie: 1 }, 'policies'],
    [{ permission: 1 }, 'permissions'],
    [{ allows: 1 }, 'allow'],
    [{ asks: 1 }, 'ask'],
    [{ denys: 1 }, 'deny'],
    [{ additionalDirectory: 1 }, 'additionalDirectories'],
  ])('is refused with the misspelt entry of %j', (entries, near) => {
    expect(() => load({ permissions: {}, ...entries })).toThrow(`did you mean ${near}?`);
    expect(() => load({ permissions: { ...entries } })).toThrow(`did you mean ${near}?`);
  });

  it('gives a notice for one ignored entry, and none for patterns of tool names', () => {
    expect(load({ permissions: { allow: ['Foo*', 'bash', 'Foo'] }, model: 'x' }).notices).toEqual([
      'p.yaml: model is ignored; only permissions are read.',
      'p.yaml.permissions.allow[2] is about Foo, which is not known here: it counts for a tool of that name.',
    ]);
  });
});
