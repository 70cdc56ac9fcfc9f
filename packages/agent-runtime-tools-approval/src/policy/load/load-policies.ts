import { createHash } from 'node:crypto';
import { canonicalJson, errorMessage, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { approvalErrors } from '../../errors.ts';
import type { ApprovalPolicy, PermissionRules } from '../approval-policy.ts';
import { isClaudeSettings, readClaudeSettings } from './claude-settings.ts';
import {
  HOST_ONLY,
  checkNames,
  list,
  readPermissions,
  readPolicy,
  readTests,
  record,
  refusePrototypes,
  type PolicyTest,
} from './document-reader.ts';
import { PolicyEngine } from '../policy-engine.ts';
import { testPolicies } from './test-policies.ts';

export interface LoadOptions {
  /** The origin of the document, for messages. */
  readonly source?: string;
  /** The folder that `/path` in a permission rule starts from. Default: the workspace's roots. */
  readonly settingsFolder?: string;
  /** Check the examples of the policies and the document's own tests. Default true. */
  readonly selfTest?: boolean;
}

/** Policies that were read and tested, for `approval({ ...set, ask })` or, from a project, `approval({ project: ... })`. */
export interface PolicySet {
  readonly policies: readonly ApprovalPolicy[];
  /** The rules of the document: which calls to allow, ask about and deny. */
  readonly permissions: PermissionRules;
  readonly tests: readonly PolicyTest[];
  /** What was ignored, and why. */
  readonly notices: readonly string[];
  /** The digest of the content, for trust. */
  readonly digest: string;
}

/**
 * Reads policies from a plain object, as parsed from YAML, JSON or TOML. Throws POLICY_INVALID for anything that is not
 * understood, for patterns that could take more than linear time, and for an example that does not hold.
 */
export function loadPolicies(
  document: unknown,
  { source = 'policies', selfTest = true, settingsFolder }: LoadOptions = {},
): PolicySet {
  let set: PolicySet;
  try {
    set = read(document, source);
    if (settingsFolder !== undefined) set = { ...set, permissions: { ...set.permissions, settingsFolder } };
    // Compiling finds invalid rules and patterns.
    void new PolicyEngine(set);
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    throw invalid(source, errorMessage(error), error);
  }
  if (!selfTest) return set;
  const { failures } = testPolicies(set);
  const [first] = failures;
  if (first !== undefined) {
    const more = failures.length > 1 ? `, and ${failures.length - 1} more` : '';
    throw invalid(source, `${first.message}${more}`);
  }
  return set;
}

function read(document: unknown, source: string): PolicySet {
  refusePrototypes(document, source);
  const top = record(document, source);
  const settings = isClaudeSettings(top) ? readClaudeSettings(top, source) : undefined;
  if (settings === undefined) {
    checkNames(top, ['$schema', 'version', 'description', 'policies', 'permissions', 'tests', ...HOST_ONLY], source);
  }
  const { version, policies, permissions, tests } = top;
  if (version !== undefined && version !== 1) throw new TypeError(`${source}.version must be 1`);
  const found = policies === undefined ? [] : list(policies, `${source}.policies`);
  const all = found.map((policy, index) => readPolicy(policy, `${source}.policies[${index}]`));
  const names = new Set<string>();
  for (const { name } of all) {
    if (names.has(name)) throw new TypeError(`${source} has two policies called ${JSON.stringify(name)}`);
    names.add(name);
  }
  return {
    policies: all,
    permissions:
      settings?.permissions ?? (permissions === undefined ? {} : readPermissions(permissions, `${source}.permissions`)),
    tests: tests === undefined ? [] : readTests(tests, `${source}.tests`),
    notices: [
      ...(settings?.notices ?? []),
      ...ignored(top, source),
      ...(permissions === undefined ? [] : ignored(permissions, `${source}.permissions`)),
    ],
    digest: `sha256:${createHash('sha256')
      .update(canonicalJson(plain(document)))
      .digest('hex')}`,
  };
}

function ignored(value: unknown, at: string): string[] {
  const names = Object.keys(record(value, at));
  return HOST_ONLY.filter((name) => names.includes(name)).map(
    (name) => `${at}.${name} is ignored: only the host sets how approval works.`,
  );
}

/** Converts regular expressions to objects, because JSON has none. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, member: unknown) => (member instanceof RegExp ? { regexp: String(member) } : member)),
  );
}

function invalid(source: string, why: string, cause?: unknown): ToolFailure {
  return new ToolFailure(approvalErrors.POLICY_INVALID({ message: `${source}: ${why}`, details: { source } }), {
    cause,
  });
}
