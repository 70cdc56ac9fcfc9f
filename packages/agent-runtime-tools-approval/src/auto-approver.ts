import {
  toolSelectors,
  type ToolCapabilities,
  type ToolIdentity,
  type ToolMode,
  type ToolSelector,
} from '@ku0/agent-runtime-tools-core';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { Environment } from './calls/digest/call-digest.ts';
import { describeCall, profileOf, type CallFacts, type CallPlace, type ToolProfile } from './calls/call-facts.ts';
import { CallFolderResolver, type CallFolders } from './calls/paths/call-folders.ts';
import { riskOf } from './calls/risk/call-risk.ts';
import { describeWithResolvedPaths } from './calls/paths/describe-checked.ts';
import { PathGuardCache } from './calls/paths/path-guard-cache.ts';
import { CommandAnalysisCache } from './calls/commands/command-analysis-cache.ts';
import { Moments, type Moment } from './calls/paths/moment.ts';
import { boundaryConcern } from './calls/paths/path-fact.ts';
import { APPROVAL_MODES, type ApprovalDecision, type ApprovalMode } from './policy/approval-policy.ts';
import { decide, undecided, type DecideOptions } from './policy/decide.ts';
import { VerdictCache } from './policy/verdict-cache.ts';
import { PolicyEngine, type PolicyEngineOptions, type PolicyLayer } from './policy/policy-engine.ts';
import type { PolicyVerdict } from './policy/policy-verdict.ts';
import { isProvenRead } from './policy/proven-read.ts';
import { trustedLayer, type ProjectPolicies, type TrustCheck } from './policy/project-policies.ts';

export interface AutoApproverOptions extends PolicyEngineOptions {
  /** The boundary: a workspace, or folders in its place. */
  readonly workspace?: Workspace | string | readonly string[];
  /** Definitions of tools; what is well known by name needs none. */
  readonly tools?: Iterable<ToolDefinitionLike>;
  /** Default 'default'. For hosts alone: no project sets it. */
  readonly mode?: ApprovalMode;
  /** The project's own policies: they tighten, and approve only once `trust` says so. */
  readonly project?: ProjectPolicies;
  readonly trust?: TrustCheck;
  /**
   * Lets commands run without asking that can be shown to only read, and only within the workspace: `ls`, `git status`,
   * `rg x src | head`. What rules deny or ask about stays so. Default false.
   */
  readonly approveReads?: boolean;
  /** The environment that commands would see. Default: the process's. */
  readonly environment?: () => Environment;
}

/** As much of a tool's definition as a decision needs. */
export interface ToolDefinitionLike {
  readonly name: string;
  readonly capabilities: ToolCapabilities;
  readonly requiresApproval?: unknown;
  readonly pack?: string;
  readonly tags?: readonly string[];
  readonly category?: string;
}

export interface ApprovalContext {
  /** The folders that calls may touch, where the approver has no workspace. */
  readonly workspacePaths?: readonly string[];
  readonly cwd?: string;
  readonly home?: string;
  readonly mode?: ToolMode;
}

/** Where and how a call would run, for a judgement in full. */
export interface JudgeOptions extends ApprovalContext {
  readonly workspace?: Workspace | undefined;
  readonly capabilities?: ToolCapabilities;
  /** Other names of the tool. */
  readonly aliases?: readonly string[] | undefined;
  /** The tool as registered, for rules about its pack, tags or category. */
  readonly tool?: ToolIdentity | undefined;
  /** Whether the tool itself asks for approval; undefined where nobody can say. */
  readonly required?: boolean | undefined;
  /** Tool names or patterns that the host approves for this call. */
  readonly approvedTools?: readonly string[] | undefined;
}

/** A decision, and what it rests on. */
export interface Judgement {
  readonly facts: CallFacts;
  readonly roots: readonly string[];
  readonly decision: ApprovalDecision;
  /** No rule denies or asks, and the call stays within the workspace: only a person's word is missing. */
  readonly isUnrestricted: boolean;
}

/** What tool and host say about a call. */
type Stated = Pick<JudgeOptions, 'required' | 'approvedTools'>;

/** Decides which calls run without asking, by policies, permission rules and the workspace's boundary. */
export class AutoApprover {
  readonly mode: ApprovalMode;
  readonly #tools = new Map<string, ToolDefinitionLike>();
  readonly #profiles = new Map<string, ToolProfile>();
  readonly #guards: PathGuardCache;
  readonly #moments = new Moments();
  readonly #verdicts = new VerdictCache();
  readonly #commands = new CommandAnalysisCache();
  readonly #folders = new CallFolderResolver();
  readonly #trust: TrustCheck | undefined;
  readonly #approveReads: boolean;
  readonly #environment: () => Environment;
  readonly #notices: string[] = [];
  #engine: PolicyEngine;
  #settling: Promise<void> | undefined;

  constructor(options: AutoApproverOptions = {}) {
    this.mode = options.mode ?? 'default';
    // A mode that is misspelled must not be taken for one that asks.
    if (!APPROVAL_MODES.includes(this.mode))
      throw new TypeError(`mode must be one of ${APPROVAL_MODES.join(', ')}, not ${JSON.stringify(this.mode)}`);
    this.#trust = options.trust;
    // Only a plain true: a text such as 'false' from a settings file is none.
    this.#approveReads = options.approveReads === true;
    this.#environment = options.environment ?? (() => process.env);
    this.#guards = new PathGuardCache(options.workspace);
    for (const tool of options.tools ?? []) this.#tools.set(tool.name, tool);
    this.#engine = this.#load(options);
  }

  /** What was left out, and why: a project's approvals before it is trusted. */
  get notices(): readonly string[] {
    return this.#notices;
  }

  get engine(): PolicyEngine {
    return this.#engine;
  }

  /** Puts other policies in place of these, also for calls that wait for an answer. */
  load(options: PolicyEngineOptions & { readonly project?: ProjectPolicies }): void {
    this.#engine = this.#load(options);
  }

  /** Whether a call may run without asking. Never rejects: what cannot be decided is asked about. */
  async shouldAutoApprove(toolName: string, params: unknown, context: ApprovalContext = {}): Promise<ApprovalDecision> {
    try {
      const judgement = this.judgeSync(toolName, params, context) ?? (await this.judge(toolName, params, context));
      return judgement.decision;
    } catch (error) {
      return undecided(error, this.mode);
    }
  }

  /** The same with everything that the decision rests on. */
  async judge(toolName: string, params: unknown, setting: JudgeOptions = {}): Promise<Judgement> {
    if (this.#settling !== undefined) await this.#settling;
    const guard = this.#guards.of(setting, this.#engine.additionalDirectories);
    const roots = await this.#guards.rootsOf(guard);
    const profile = this.#profileFor(toolName, setting);
    const place = this.#placeOf(setting, roots, await this.#foldersOf(setting));
    const facts = await describeWithResolvedPaths((factOf) => describeCall(profile, params, place, factOf), guard, {
      withCommands: () => this.#engine.hasPathRestrictions,
    });
    return this.#judgement(facts, roots, this.#engine.evaluate(facts, { roots }), this.#stated(toolName, setting));
  }

  /** The same at once; undefined where a file or a person's trust has to be waited for. */
  judgeSync(toolName: string, params: unknown, setting: JudgeOptions = {}): Judgement | undefined {
    const moment = this.#moments.begin();
    try {
      return this.#judgeIn(moment, toolName, params, setting);
    } finally {
      this.#moments.pause();
    }
  }

  /** The part of a judgement that waits for nothing: for facts whose paths were checked. */
  decideFromFacts(
    facts: CallFacts,
    roots: readonly string[],
    stated: Stated = {},
  ): Pick<Judgement, 'decision' | 'isUnrestricted'> {
    return this.#judgement(facts, roots, this.#engine.evaluate(facts, { roots }), stated);
  }

  /** A tool as registered has a list of aliases of its own, so the same list means the same tool. */
  profileOf(
    toolName: string,
    capabilities?: ToolCapabilities,
    aliases?: readonly string[],
    tool?: ToolIdentity,
  ): ToolProfile {
    const known = this.#profiles.get(toolName);
    const isSame =
      (capabilities === undefined || known?.declared === capabilities) &&
      (aliases === undefined || known?.aliases === aliases);
    if (known !== undefined && isSame) return known;
    const definition = this.#tools.get(toolName);
    const selectors = tool === undefined ? this.#selectorsOf(definition) : toolSelectors(tool);
    const profile = profileOf(toolName, capabilities ?? definition?.capabilities, aliases, selectors);
    if (this.#profiles.size >= MAX_PROFILES) this.#profiles.clear();
    this.#profiles.set(toolName, profile);
    return profile;
  }

  #selectorsOf(definition: ToolDefinitionLike | undefined): ToolSelector[] {
    return definition === undefined ? [] : toolSelectors({ version: '', ...definition });
  }

  #judgeIn(moment: Moment, toolName: string, params: unknown, setting: JudgeOptions): Judgement | undefined {
    if (this.#settling !== undefined) return undefined;
    const guard = this.#guards.of(setting, this.#engine.additionalDirectories);
    const roots = this.#guards.knownRoots(guard);
    if (roots === undefined) return undefined;
    const folders = this.#foldersNow(setting);
    if (folders === undefined && setting.workspace !== undefined) return undefined;
    const paths = this.#guards.pathsOf(guard);
    paths.start(moment, { withCommands: this.#engine.hasPathRestrictions });
    const facts = describeCall(
      this.#profileFor(toolName, setting),
      params,
      this.#placeOf(setting, roots, folders),
      paths.factOf,
    );
    if (paths.mustWait) return undefined;
    const verdict = this.#verdicts.evaluate(this.#engine, facts, { roots, disk: moment.disk });
    return this.#judgement(facts, roots, verdict, this.#stated(toolName, setting));
  }

  #placeOf({ cwd, home, mode }: JudgeOptions, roots: readonly string[], folders: CallFolders | undefined): CallPlace {
    return {
      cwd: folders?.cwd ?? cwd ?? roots[0] ?? process.cwd(),
      relativeBase: folders?.relativeBase,
      home,
      mode,
      commands: this.#commands,
    };
  }

  /** Where the call's own workspace, if it has one, lets it start. */
  #foldersNow({ workspace, cwd }: JudgeOptions): CallFolders | undefined {
    if (workspace === undefined) return undefined;
    return this.#folders.now(workspace, cwd ?? workspace.folder);
  }

  async #foldersOf({ workspace, cwd }: JudgeOptions): Promise<CallFolders | undefined> {
    return workspace && this.#folders.later(workspace, cwd ?? workspace.folder);
  }

  #profileFor(toolName: string, { capabilities, aliases, tool }: JudgeOptions): ToolProfile {
    return this.profileOf(toolName, capabilities ?? this.#tools.get(toolName)?.capabilities, aliases, tool);
  }

  #stated(toolName: string, { required, approvedTools }: JudgeOptions): Stated {
    return { required: required ?? requiredBy(this.#tools.get(toolName)), approvedTools };
  }

  #judgement(
    facts: CallFacts,
    roots: readonly string[],
    verdict: PolicyVerdict,
    { required, approvedTools }: Stated,
  ): Judgement {
    const options: DecideOptions = {
      mode: this.mode,
      required,
      approvedTools,
      roots,
      risk: () => riskOf(facts),
      // Where rules are about some files, a command that reads many would read past them.
      ...(this.#approveReads &&
        !this.#engine.restrictsPaths && { isProvenRead: () => isProvenRead(facts, roots, this.#environment()) }),
    };
    const isUnrestricted =
      verdict.action === undefined &&
      facts.unreadable === undefined &&
      facts.paths.every((path) => path.possible || boundaryConcern(path) === undefined);
    return { facts, roots, decision: decide(facts, verdict, options), isUnrestricted };
  }

  #load(options: PolicyEngineOptions & { readonly project?: ProjectPolicies }): PolicyEngine {
    const { project } = options;
    const engineWith = (layer: PolicyLayer | undefined): PolicyEngine =>
      new PolicyEngine(layer === undefined ? options : { ...options, layers: [...(options.layers ?? []), layer] });
    if (project === undefined) return engineWith(undefined);
    const cautious = engineWith({ ...project, tightens: true });
    const trusting = trustedLayer(project, this.#trust, this.#notices);
    this.#settling = trusting.then((layer) => {
      if (layer.tightens !== true && this.#engine === cautious) this.#engine = engineWith(layer);
      this.#settling = undefined;
    });
    return cautious;
  }
}

function requiredBy(definition: ToolDefinitionLike | undefined): boolean | undefined {
  if (definition === undefined) return undefined;
  const { requiresApproval } = definition;
  if (requiresApproval === undefined || requiresApproval === false) return false;
  return requiresApproval === true ? true : undefined;
}

const MAX_PROFILES = 2000;
