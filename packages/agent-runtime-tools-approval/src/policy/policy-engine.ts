import {
  compileCommandRules,
  judgeCommand,
  type CommandPolicy,
  type CommandRule,
  type CommandRules,
  type CommandVerdict,
  type PathDecision,
} from '@ku0/agent-runtime-tools-commands';
import { protectedPathMatcher } from '@ku0/agent-runtime-tools-workspace';
import type { CallFacts } from '../calls/call-facts.ts';
import type { ToolProfile } from '../calls/tool-profile.ts';
import { dangerOf } from '../calls/derived-facts.ts';
import { boundaryConcern, literalPathFact, relativeTo } from '../calls/paths/path-fact.ts';
import { restrictedMatch } from '../permissions/restricted-match.ts';
import { RuleList, type RuleSource } from '../permissions/rule-list.ts';
import type { ApprovalPolicy, PolicyAction } from './approval-policy.ts';
import { explainParts, type ExplainedPart } from './explain-parts.ts';
import { checkPermissionNames } from './check-permission-names.ts';
import { compilePolicy, inOrder, type CompiledPolicy } from './compile/compiled-policy.ts';
import type { EvaluateOptions, PolicyEngineOptions, PolicyLayer } from './policy-engine-options.ts';
import { NO_VERDICT, byPolicy, byRule, type PolicyVerdict } from './policy-verdict.ts';
import { ToolPolicies } from './compile/tool-policies.ts';

/** Judges calls by policies and permission rules, which are compiled once. Evaluation is synchronous. */
export class PolicyEngine {
  readonly #policies: readonly CompiledPolicy[];
  readonly #allow: RuleList;
  readonly #ask: RuleList;
  readonly #deny: RuleList;
  readonly #trustRepositories: boolean;
  readonly #hasFinal: boolean;
  readonly #byTool = new WeakMap<ToolProfile, ToolPolicies>();
  readonly #restricts = new WeakMap<ToolProfile, boolean>();
  /** The rules of policies together with allow rules, by the allow rules and the numbers of the policies. */
  readonly #compiledRules = new WeakMap<CommandRules, Map<string, CommandRules>>();
  readonly #policyIds = new Map<CommandRule, number>();
  readonly additionalDirectories: readonly string[];
  /** Whether some rule or policy is about paths, so that a command's paths must be resolved through links. */
  readonly hasPathRestrictions: boolean;
  /** Whether some rule or policy denies or asks about paths. */
  readonly restrictsPaths: boolean;

  constructor(options: PolicyEngineOptions = {}) {
    const layers = [options, ...(options.layers ?? [])];
    for (const { permissions } of layers) checkPermissionNames(permissions);
    const trusted = layers.filter(({ tightens }) => tightens !== true);
    this.#allow = new RuleList(rulesOf('allow', trusted), { consents: true });
    this.#ask = new RuleList(rulesOf('ask', layers));
    this.#deny = new RuleList(rulesOf('deny', layers));
    this.#policies = inOrder(layers.flatMap((layer, index) => compiled(layer, index > 0)));
    for (const [id, { commandRule }] of this.#policies.entries())
      if (commandRule !== undefined) this.#policyIds.set(commandRule, id);
    this.#hasFinal = this.#policies.some(({ final }) => final);
    const aboutPaths = this.#policies.filter(({ policy }) => policy.conditions?.some(({ type }) => type === 'path'));
    this.hasPathRestrictions = this.#deny.hasPaths || this.#ask.hasPaths || aboutPaths.length > 0;
    this.restrictsPaths =
      this.#deny.hasPaths || this.#ask.hasPaths || aboutPaths.some(({ policy }) => policy.action !== 'approve');
    this.#trustRepositories = options.trustRepositories === true;
    this.additionalDirectories = trusted.flatMap(({ permissions }) => permissions?.additionalDirectories ?? []);
  }

  get policies(): readonly ApprovalPolicy[] {
    return this.#policies.map(({ policy }) => policy);
  }

  /** Whether some rule or policy may deny or ask about this tool. */
  mayRestrict(profile: ToolProfile): boolean {
    const known = this.#restricts.get(profile);
    if (known !== undefined) return known;
    const restricts =
      this.#deny.mayConcern({ profile }) ||
      this.#ask.mayConcern({ profile }) ||
      this.#policiesFor(profile).all.some(({ policy }) => policy.action !== 'approve');
    this.#restricts.set(profile, restricts);
    return restricts;
  }

  /** Whether a policy about this tool depends on the contents of the call. */
  dependsOnContents(profile: ToolProfile): boolean {
    return this.#policiesFor(profile).dependOnContents;
  }

  evaluate(facts: CallFacts, options: EvaluateOptions): PolicyVerdict {
    const denied = this.#restriction(facts, options, 'deny');
    if (denied !== undefined) return denied;
    const illegal = facts.command?.problems.find(({ kind }) => kind === 'nul');
    if (illegal !== undefined) return { action: 'deny', reasons: [illegal.why] };
    const danger = dangerOf(facts);
    if (danger !== undefined) return { action: 'deny', reasons: [danger.why] };
    const verdict = this.#byPriority(facts, options);
    if (verdict.action === 'deny') return verdict;
    return this.#restriction(facts, options, 'ask') ?? this.#askIfPathsIncomplete(facts, verdict);
  }

  /** Asks about a call whose files are not all named in its arguments, if rules restrict some files. */
  #askIfPathsIncomplete(facts: CallFacts, verdict: PolicyVerdict): PolicyVerdict {
    if (facts.pathsComplete || !this.restrictsPaths) return verdict;
    const why = 'it may touch files that its arguments do not name, and rules restrict some files';
    return { ...verdict, action: 'ask', reasons: [why, ...verdict.reasons] };
  }

  /** For every part of a call's command, the rule that allows, asks about or denies it, or why none covers it. */
  explainCommand(facts: CallFacts, options: EvaluateOptions): ExplainedPart[] {
    if (facts.command === undefined) return [];
    const policy = this.#commandPolicy(facts, options, this.#allow.commandsFor(facts.profile));
    return explainParts(facts.command, { policy, allow: this.#allow, ask: this.#ask, deny: this.#deny });
  }

  /** Whether the policy of this name matches a call: to check its examples. */
  matches(name: string, facts: CallFacts, options: EvaluateOptions): boolean {
    const found = this.#policiesFor(facts.profile).all.find(({ policy }) => policy.name === name);
    if (found === undefined || !found.matches(facts, options.roots)) return false;
    if (found.commandRule === undefined || facts.command === undefined) return true;
    return this.#judge(facts, options, compileCommandRules([found.commandRule])).decision === 'allow';
  }

  /** The verdict of rules that deny or ask, and of policies from layers that may only restrict. */
  #restriction(facts: CallFacts, options: EvaluateOptions, action: 'deny' | 'ask'): PolicyVerdict | undefined {
    const list = action === 'deny' ? this.#deny : this.#ask;
    const folders = { roots: options.roots, cwd: facts.hostCwd };
    const rule =
      list.findRestriction(facts) ??
      list.findPathRestriction(facts, folders) ??
      (list.hasPaths ? restrictedMatch(facts, options, list) : undefined);
    if (rule !== undefined) return byRule(action, rule);
    if (facts.command !== undefined && list.commands.all.length > 0) {
      const verdict = judgeCommand(facts.command, { [action]: list.commands, inspectFiles: false });
      if (verdict.reasons.some((reason) => reason.rule !== undefined)) return this.#byCommand(action, verdict, list);
    }
    if (!this.#hasFinal) return undefined;
    for (const each of this.#policiesFor(facts.profile).candidates(facts)) {
      if (each.final && each.policy.action === action && each.matches(facts, options.roots)) return byPolicy(each);
    }
    return undefined;
  }

  #byPriority(facts: CallFacts, options: EvaluateOptions): PolicyVerdict {
    const policies = this.#policiesFor(facts.profile).candidates(facts);
    const rules: CommandRule[] = [];
    let stopper: CompiledPolicy | undefined;
    let rulesTried = false;
    let covered: PolicyVerdict | undefined;
    for (const each of policies) {
      // Final policies are handled in #restriction.
      if (each.final) continue;
      if (!rulesTried && (each.priority < 0 || (each.priority === 0 && each.policy.action === 'approve'))) {
        rulesTried = true;
        covered = this.#byAllowRules(facts, options);
        if (covered !== undefined) break;
      }
      if (!each.matches(facts, options.roots)) continue;
      if (each.policy.action !== 'approve') {
        stopper = each;
        break;
      }
      if (facts.command === undefined) return this.#withinBoundary(facts, options, byPolicy(each));
      if (each.commandRule !== undefined) rules.push(each.commandRule);
    }
    const withAllow = rulesTried || stopper === undefined;
    if (covered === undefined && withAllow && !rulesTried) covered = this.#byAllowRules(facts, options);
    if (covered !== undefined) return this.#withinBoundary(facts, options, covered);
    if (facts.command !== undefined) {
      const verdict = this.#byCommandRules(facts, options, rules, withAllow);
      if (verdict.action === 'approve' || stopper === undefined) return verdict;
    }
    return stopper === undefined ? NO_VERDICT : byPolicy(stopper);
  }

  /** Asks about paths outside the workspace and about protected files, unless an allow rule names the path from `//` or `~/`. */
  #withinBoundary(facts: CallFacts, { roots }: EvaluateOptions, verdict: PolicyVerdict): PolicyVerdict {
    if (facts.unreadable !== undefined) return { ...verdict, action: 'ask', reasons: [facts.unreadable] };
    for (const path of facts.paths) {
      const why = path.possible || path.origin === 'command' ? undefined : boundaryConcern(path);
      if (why === undefined) continue;
      const start = this.#allow.consentTo(path, { roots, cwd: facts.hostCwd }, facts)?.path.start;
      if (path.protected || (start !== 'disk' && start !== 'home')) {
        return { ...verdict, action: 'ask', reasons: [why, ...verdict.reasons] };
      }
    }
    return verdict;
  }

  /** The verdict of allow rules, which have priority 0. Commands are judged part by part, together with the policies' rules. */
  #byAllowRules(facts: CallFacts, { roots }: EvaluateOptions): PolicyVerdict | undefined {
    if (facts.command !== undefined) return undefined;
    const rule = this.#allow.findConsent(facts, { roots, cwd: facts.hostCwd });
    return rule === undefined ? undefined : byRule('approve', rule);
  }

  #byCommandRules(
    facts: CallFacts,
    options: EvaluateOptions,
    rules: readonly CommandRule[],
    withAllow: boolean,
  ): PolicyVerdict {
    const allow = this.#combined(rules, withAllow ? this.#allow.commandsFor(facts.profile) : NO_RULES);
    if (allow.all.length === 0) return NO_VERDICT;
    if (facts.environmentConcerns.length > 0) return { action: undefined, reasons: facts.environmentConcerns };
    const verdict = this.#judge(facts, options, allow);
    if (verdict.decision === 'allow')
      return this.#withinBoundary(facts, options, this.#byCommand('approve', verdict, this.#allow));
    return { action: undefined, reasons: verdict.reasons.map(({ why }) => why) };
  }

  #judge(facts: CallFacts, options: EvaluateOptions, allow: CommandRules): CommandVerdict {
    const { command } = facts;
    if (command === undefined) return { decision: 'ask', reasons: [] };
    return judgeCommand(command, this.#commandPolicy(facts, options, allow));
  }

  #commandPolicy(
    facts: CallFacts,
    { roots, inspectFiles = true, disk }: EvaluateOptions,
    allow: CommandRules,
  ): CommandPolicy {
    return {
      allow,
      roots,
      inspectFiles,
      ...(disk !== undefined && { disk }),
      trustRepositories: this.#trustRepositories,
      ...((this.#allow.hasPaths || this.#deny.hasPaths || this.#ask.hasPaths) && {
        isPathAllowed: this.#pathDecision(facts, roots),
      }),
    };
  }

  /** Applies rules about paths to the paths of a command. */
  #pathDecision(facts: CallFacts, roots: readonly string[]): PathDecision {
    const folders = { roots, cwd: facts.hostCwd };
    return (path, access) => {
      const fact = literalPathFact(path, access);
      if (this.#deny.restrictionOn(fact, folders) !== undefined) return false;
      if (this.#ask.restrictionOn(fact, folders) !== undefined) return false;
      const below = roots.map((root) => relativeTo(root, path)).find((found) => found !== undefined);
      if (access === 'delete' || isProtected(below ?? path)) return undefined;
      return this.#allow.consentTo(fact, folders) === undefined ? undefined : true;
    };
  }

  #combined(rules: readonly CommandRule[], allow: CommandRules): CommandRules {
    if (rules.length === 0) return allow;
    const known = this.#compiledRules.get(allow) ?? new Map<string, CommandRules>();
    this.#compiledRules.set(allow, known);
    const key = rules.map((rule) => this.#policyIds.get(rule)).join(',');
    let found = known.get(key);
    if (found === undefined) {
      found = compileCommandRules([...rules, ...allow.all]);
      if (known.size >= MAX_CACHED) known.clear();
      known.set(key, found);
    }
    return found;
  }

  #byCommand(action: PolicyAction, verdict: CommandVerdict, list: RuleList): PolicyVerdict {
    const rule = verdict.reasons.find((reason) => reason.rule !== undefined)?.rule;
    const text = list.textOf(rule);
    return {
      action,
      reasons: verdict.reasons.map(({ why }) => why),
      ...(text === undefined ? rule !== undefined && { policy: rule.text } : { rule: text }),
    };
  }

  #policiesFor(profile: ToolProfile): ToolPolicies {
    let found = this.#byTool.get(profile);
    if (found === undefined) {
      found = new ToolPolicies(this.#policies.filter((policy) => policy.appliesTo(profile)));
      this.#byTool.set(profile, found);
    }
    return found;
  }
}

function rulesOf(list: 'allow' | 'ask' | 'deny', layers: readonly PolicyLayer[]): RuleSource[] {
  return layers.flatMap(({ permissions = {} }) =>
    (permissions[list] ?? []).map((text) => ({ text, settingsFolder: permissions.settingsFolder })),
  );
}

function compiled(layer: PolicyLayer, isFurther: boolean): CompiledPolicy[] {
  return (layer.policies ?? [])
    .filter(({ action }) => layer.tightens !== true || action !== 'approve')
    .map((policy) =>
      compilePolicy(policy, { final: (isFurther || layer.tightens === true) && policy.action !== 'approve' }),
    );
}

/** Files that decide what runs later: consent to the folder around them does not cover them. */
const isProtected = protectedPathMatcher();
const MAX_CACHED = 2000;
const NO_RULES = compileCommandRules([]);
