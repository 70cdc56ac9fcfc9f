import { describeCall, type CallFacts } from '../calls/call-facts.ts';
import { profileOf } from '../calls/tool-profile.ts';
import { riskOf } from '../calls/risk/call-risk.ts';
import type { ApprovalPolicy, PermissionRules, PolicyExample } from './approval-policy.ts';
import { decide } from './decide.ts';
import type { PolicyTest } from './document-reader.ts';
import { PolicyEngine } from './policy-engine.ts';

export interface PolicyTestReport {
  readonly passed: number;
  readonly failures: readonly PolicyTestFailure[];
}

export interface PolicyTestFailure {
  /** The policy whose example it is; undefined for a test of the whole. */
  readonly policy?: string;
  readonly example: PolicyExample;
  readonly message: string;
}

/** Runs the examples of policies and the tests of their document, as if in a workspace of its own. Touches no file. */
export function testPolicies(set: {
  readonly policies?: readonly ApprovalPolicy[];
  readonly permissions?: PermissionRules;
  readonly tests?: readonly PolicyTest[];
}): PolicyTestReport {
  const engine = new PolicyEngine(set);
  const failures: PolicyTestFailure[] = [];
  let passed = 0;
  const expectFit = (policy: string, example: PolicyExample, wanted: boolean): void => {
    const fits = engine.fits(policy, factsOf(example), OPTIONS);
    if (fits === wanted) passed++;
    else {
      const message = `the policy ${JSON.stringify(policy)} ${wanted ? 'should fit' : 'should not fit'} ${shown(example)}`;
      failures.push({ policy, example, message });
    }
  };
  for (const { name, match = [], notMatch = [] } of set.policies ?? []) {
    for (const example of match) expectFit(name, example, true);
    for (const example of notMatch) expectFit(name, example, false);
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

/** By their letters alone, paths inside the workspace are taken for files that exist. */
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
