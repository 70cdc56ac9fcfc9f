import { relative } from 'node:path';
import type { ToolCapabilities } from '@ku0/agent-runtime-tools-core';
import { findToolNames } from '@ku0/agent-runtime-tools-rules';
import {
  describeCall,
  profileOf,
  PolicyEngine as CurrentPolicyEngine,
  type PolicyVerdict,
} from '@ku0/agent-runtime-tools-approval';
import { protectedPathMatcher } from '@ku0/agent-runtime-tools-workspace';
import type { ApprovalPolicy, WorkspaceContext } from './approval-policy.ts';

/** Finds the policy that decides about a call, highest priority first. Judges by the current approval engine. */
export class PolicyEngine {
  #policies: ApprovalPolicy[];
  #compiled: CurrentPolicyEngine | undefined;

  constructor(policies: readonly ApprovalPolicy[] = []) {
    this.#policies = [...policies];
  }

  get policies(): readonly ApprovalPolicy[] {
    return this.#policies;
  }

  addPolicy(policy: ApprovalPolicy): void {
    this.#policies.push(policy);
    this.#compiled = undefined;
  }

  /** Returns false if there is no policy of this name. */
  removePolicy(name: string): boolean {
    const kept = this.#policies.filter((policy) => policy.name !== name);
    const removed = kept.length < this.#policies.length;
    this.#policies = kept;
    this.#compiled = undefined;
    return removed;
  }

  /**
   * Synchronous, so links are not followed. A person is asked about writing protected names such as `.git`. Throws a
   * TypeError if a policy cannot be used.
   */
  evaluate(toolName: string, params: unknown, { workspacePaths }: WorkspaceContext): PolicyVerdict {
    this.#compiled ??= new CurrentPolicyEngine({ policies: this.#policies });
    const cwd = workspacePaths[0] ?? process.cwd();
    const declared = findToolNames(toolName) === undefined ? WORKS_ON_FILES : undefined;
    const facts = describeCall(profileOf(toolName, declared), params ?? {}, { cwd });
    const paths = facts.paths.map((path) => ({ ...path, protected: isProtected(relative(cwd, path.lexical)) }));
    return this.#compiled.evaluate({ ...facts, paths }, { roots: workspacePaths, inspectFiles: false });
  }

  findMatchingPolicy(toolName: string, params: unknown, context: WorkspaceContext): ApprovalPolicy | undefined {
    const { policy } = this.evaluate(toolName, params, context);
    return this.#policies.find(({ name }) => name === policy);
  }
}

const isProtected = protectedPathMatcher();

/** What a tool is taken for that only the host knows: policies judge it by its name and its arguments. */
const WORKS_ON_FILES: ToolCapabilities = {
  readsFiles: true,
  writesFiles: true,
  executesCommands: false,
  accessesNetwork: false,
  destructive: false,
  idempotent: false,
  retryable: false,
};
