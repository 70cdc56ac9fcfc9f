import { describeCall, type CallFacts } from '../../calls/call-facts.ts';
import { profileOf } from '../../calls/tool-profile.ts';
import { riskOf } from '../../calls/risk/call-risk.ts';
import type { ApprovalPolicy, PermissionRules, PolicyExample } from '../approval-policy.ts';
import { decide } from '../decide.ts';
import type { PolicyTest } from './document-reader.ts';
import { PolicyEngine } from '../policy-engine.ts';

export interface PolicyTestReport {
  readonly passed: number;
  readonly failures: readonly PolicyTestFailure[];
}

export interface PolicyTestFailure {
  /** The policy that the example belongs to; undefined for a test of the whole document. */
  readonly policy?: string;
  readonly example: PolicyExample;
  readonly message: string;
}

/** Runs the examples of policies and the tests of their document in an imaginary workspace. Touches no file. */
export function testPolicies(set: {
  readonly policies?: readonly ApprovalPolicy[];
  readonly permissions?: PermissionRules;
  readonly tests?: readonly PolicyTest[];
}): PolicyTestReport {
  const engine = new PolicyEngine(set);
  const failures: PolicyTestFailure[] = [];
  let passed = 0;
  const expectMatch = (policy: string, example: PolicyExample, wanted: boolean): void => {
    const matches = engine.matches(policy, factsOf(example), OPTIONS);
    if (matches === wanted) passed++;
    else {
      const message = `the policy ${JSON.stringify(policy)} ${wanted ? 'should match' : 'should not match'} ${shown(example)}`;
      failures.push({ policy, example, message });
    }
  };
  for (const { name, match = [], notMatch = [] } of set.policies ?? []) {
    for (const example of match) expectMatch(name, example, true);
    for (const example of notMatch) expectMatch(name, example, false);
  }
  for (const { call, expect } of set.tests ?? []) {
    const { decision, reason } = decisionOn(engine, call);
    if (decision === expect) passed++;
    else failures.push({ example: call, message: `${shown(call)} should be ${expect}, but is ${decision}: ${reason}` });
  }
  return { passed, failures };
}

function decisionOn(engine: PolicyEngine, call: PolicyExample): ReturnType<typeof decide> {
  const facts = factsOf(call);
  return decide(facts, engine.evaluate(facts, OPTIONS), {
    mode: 'default',
    required: undefined,
    approvedTools: undefined,
    roots: OPTIONS.roots,
    risk: () => riskOf(facts),
  });
}

/** Paths in the imaginary workspace count as existing files. */
function factsOf(example: PolicyExample): CallFacts {
  const call = typeof example === 'string' ? { tool: 'bash', params: { command: example } } : example;
  const cwd = 'cwd' in call && call.cwd !== undefined ? call.cwd : ROOT;
  const facts = describeCall(profileOf(call.tool), call.params, { cwd, home: '/home/user' });
  return {
    ...facts,
    derived: {},
    paths: facts.paths.map((path) => {
      const isInside = path.lexical === ROOT || path.lexical.startsWith(`${ROOT}/`);
      return { ...path, place: isInside ? 'inside' : 'outside', exists: true };
    }),
  };
}

function shown(example: PolicyExample): string {
  return typeof example === 'string' ? JSON.stringify(example) : `${example.tool} ${JSON.stringify(example.params)}`;
}

const ROOT = '/workspace';
const OPTIONS = { roots: [ROOT], inspectFiles: false };
