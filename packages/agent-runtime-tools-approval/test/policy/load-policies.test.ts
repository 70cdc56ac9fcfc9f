import { describe, expect, it } from 'vitest';
import { AutoApprover, loadPolicies, policySchema, testPolicies } from '../../src/index.ts';

const DOCUMENT = {
  version: 1,
  policies: [
    {
      name: 'tests',
      tools: ['Bash'],
      action: 'approve',
      conditions: [{ type: 'command', operator: 'matches', value: '^(npm|pnpm) test\\b' }],
      match: ['npm test', 'pnpm test -- a && npm test'],
      notMatch: ['npm install', 'npm test; touch MARK', { tool: 'write_file', params: { path: 'a' } }],
    },
    {
      name: 'secrets',
      tools: ['*'],
      action: 'deny',
      priority: 10,
      conditions: [{ type: 'path', operator: 'matches', value: '**/*.pem' }],
      match: [{ tool: 'read_file', params: { path: 'keys/a.pem' } }, 'cat keys/a.pem'],
      notMatch: [{ tool: 'read_file', params: { path: 'a.txt' } }],
    },
  ],
  permissions: { allow: ['Bash(git log *)', 'Edit(src/**)'], deny: ['WebFetch(domain:evil.test)'] },
  tests: [
    { call: 'git log -5', expect: 'approve' },
    { call: 'git push', expect: 'ask' },
    { call: { tool: 'edit_file', params: { path: 'src/a.ts' } }, expect: 'approve' },
    { call: { tool: 'edit_file', params: { path: '../a.ts' } }, expect: 'ask' },
    { call: { tool: 'web_fetch', params: { url: 'https://evil.test' } }, expect: 'deny' },
  ],
};

describe('loadPolicies', () => {
  it('reads a document and runs its own examples', async () => {
    const set = loadPolicies(DOCUMENT);
    expect(set).toMatchObject({ notices: [], digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) });
    expect(testPolicies(set)).toEqual({ passed: 13, failures: [] });
    const approver = new AutoApprover(set);
    const context = { workspacePaths: ['/tmp'], cwd: '/tmp' };
    expect(await approver.shouldAutoApprove('bash', { command: 'npm test' }, context)).toMatchObject({
      approved: true,
      policyName: 'tests',
    });
    expect(await approver.shouldAutoApprove('bash', { command: 'cat x.pem' }, context)).toMatchObject({
      decision: 'deny',
    });
  });

  it('refuses a policy whose examples do not hold, and says which', () => {
    const [tests] = DOCUMENT.policies;
    expect(() => loadPolicies({ policies: [{ ...tests, match: ['yarn test'] }] })).toThrow(
      /"tests" should match "yarn test"/,
    );
    expect(() => loadPolicies({ policies: [{ ...tests, notMatch: ['npm test'] }] })).toThrow(/should not match/);
    expect(() => loadPolicies({ ...DOCUMENT, tests: [{ call: 'ls', expect: 'deny' }] })).toThrow(
      /should be deny, but is ask/,
    );
    expect(
      testPolicies(loadPolicies({ tests: [{ call: 'ls', expect: 'deny' }] }, { selfTest: false })).failures,
    ).toHaveLength(1);
  });

  it.each([
    [null, /must be an object/],
    [[], /must be an object/],
    [{ polices: [] }, /unknown entry "polices"; did you mean policies/],
    [
      { policies: [{ name: 'a', tools: ['x'], action: 'allow' }] },
      /policies\[0\]\.action must be one of approve, deny, ask, not "allow"/,
    ],
    [{ policies: [{ name: 'a', tools: [], action: 'deny' }] }, /tools is empty/],
    [{ policies: [{ name: 'a', tools: 'bash', action: 'deny' }] }, /must be a list/],
    [{ policies: [{ tools: ['x'], action: 'deny' }] }, /\.name must be a string/],
    [{ policies: [{ name: 'a', tools: ['x'], action: 'deny', when: [] }] }, /unknown entry "when"/],
    [{ policies: [{ name: 'a', tools: ['x'], action: 'deny', priority: 'high' }] }, /priority must be a number/],
    [
      {
        policies: [
          { name: 'a', tools: ['x'], action: 'deny', conditions: [{ type: 'colour', operator: 'equals', value: 'x' }] },
        ],
      },
      /type must be one of/,
    ],
    [
      {
        policies: [
          {
            name: 'a',
            tools: ['x'],
            action: 'deny',
            conditions: [{ type: 'content', operator: 'matches', value: '(?<=a)b' }],
          },
        ],
      },
      /Policy "a"/,
    ],
    [
      {
        policies: [
          { name: 'a', tools: ['x'], action: 'deny' },
          { name: 'a', tools: ['y'], action: 'ask' },
        ],
      },
      /two policies called "a"/,
    ],
    [{ permissions: { alow: [] } }, /did you mean allow/],
    [{ permissions: { deny: ['Bash('] } }, /not a permission rule/],
    [{ version: 2 }, /version must be 1/],
    [JSON.parse('{"permissions":{"__proto__":{"allow":["Bash"]}}}'), /forbidden entry "__proto__"/],
    [JSON.parse('{"policies":[{"name":"a","constructor":{}}]}'), /forbidden entry "constructor"/],
  ])('refuses %j', (document, message) => {
    expect(() => loadPolicies(document, { source: 'policies.yaml' })).toThrow(message);
    expect(() => loadPolicies(document, { source: 'policies.yaml' })).toThrow(/policies\.yaml/);
  });

  it('lets no file set the mode', () => {
    const set = loadPolicies({ mode: 'bypass', autoApprove: true, permissions: { defaultMode: 'bypassPermissions' } });
    expect(set.notices).toHaveLength(3);
    expect(set).not.toHaveProperty('mode');
    expect(new AutoApprover(set).mode).toBe('default');
  });

  it('has a schema for editors', () => {
    expect(JSON.parse(JSON.stringify(policySchema))).toMatchObject({
      type: 'object',
      properties: { policies: { type: 'array' } },
    });
  });

  it('has a schema with every word that it reads', () => {
    const words = [...JSON.stringify(policySchema).matchAll(/"const":"(\w+)"/g)].map(([, word]) => word);
    const types = ['path', 'content', 'size', 'risk', 'command', 'url', 'capability', 'mode'];
    const operators = ['equals', 'contains', 'matches', 'lessThan', 'greaterThan'];
    const actions = ['approve', 'deny', 'ask'];
    expect(words).toEqual([...actions, ...types, ...operators, ...actions]);
  });
});
