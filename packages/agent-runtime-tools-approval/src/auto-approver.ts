import {
  toolSelectors,
  type RemoteToolSource,
  type ToolCapabilities,
  type ToolIdentity,
  type ToolMode,
  type ToolSelector,
} from '@ku0/agent-runtime-tools-core';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import { describeCall, type CallFacts, type CallPlace } from './calls/call-facts.ts';
import { CommandAnalysisCache } from './calls/commands/command-analysis-cache.ts';
import type { Environment } from './calls/digest/call-digest.ts';
import { CallFolderResolver, type CallFolders } from './calls/paths/call-folders.ts';
import { describeWithResolvedPaths } from './calls/paths/describe-with-resolved-paths.ts';
import { boundaryConcern } from './calls/paths/path-fact.ts';
import { PathGuardCache } from './calls/paths/path-guard-cache.ts';
import { riskOf } from './calls/risk/call-risk.ts';
import { profileOf, type ToolProfile } from './calls/tool-profile.ts';
import { APPROVAL_MODES, type ApprovalDecision, type ApprovalMode } from './policy/approval-policy.ts';
import { decide, undecided, type DecideOptions } from './policy/decide.ts';
import { PolicyEngine } from './policy/policy-engine.ts';
import type { PolicyEngineOptions, PolicyLayer } from './policy/policy-engine-options.ts';
import type { PolicyVerdict } from './policy/policy-verdict.ts';
import { trustedLayer, type ProjectPolicies, type TrustCheck } from './policy/load/project-policies.ts';
import { isProvenRead } from './policy/proven-read.ts';
import { VerdictCache } from './policy/verdict-cache.ts';

export interface AutoApproverOptions extends PolicyEngineOptions {
  /** The boundary that calls must stay inside: a workspace, a folder or several folders. */
  readonly workspace?: Workspace | string | readonly string[];
  /** Definitions of tools. Well-known tool names need none. */
  readonly tools?: Iterable<ToolDefinitionLike>;
  /** Default 'default'. Only the host sets it, never a project. */
  readonly mode?: ApprovalMode;
  /** The project's own policies. They can only deny or ask until `trust` says that the project is trusted. */
  readonly project?: ProjectPolicies;
  readonly trust?: TrustCheck;
  /**
   * Approves commands that provably only read, and only inside the workspace: `ls`, `git status`, `rg x src | head`.
   * Rules that deny or ask still apply. Default false.
   */
  readonly approveReads?: boolean;
  /** The environment that commands will run in. Default: the process's. */
  readonly environment?: () => Environment;
}

/** The parts of a tool's definition that a decision needs. */
export interface ToolDefinitionLike {
  readonly name: string;
  readonly capabilities: ToolCapabilities;
  /** As in the definition of the tool: `true`, `false` or a function of the call, which only the call itself can ask. */
  readonly requiresApproval?: unknown;
  readonly pack?: string;
  readonly tags?: readonly string[];
  readonly category?: string;
  readonly remote?: RemoteToolSource;
}

export interface ApprovalContext {
  /** The folders that calls may touch, if the approver has no workspace of its own. */
  readonly workspacePaths?: readonly string[];
  readonly cwd?: string;
  readonly home?: string;
  readonly mode?: ToolMode;
}

/** Where and how a call would run. */
export interface JudgeOptions extends ApprovalContext {
  readonly workspace?: Workspace | undefined;
  readonly capabilities?: ToolCapabilities;
  /** Other names of the tool. */
  readonly aliases?: readonly string[] | undefined;
  /** The registered tool, for rules about its pack, tags or category. */
  readonly tool?: ToolIdentity | undefined;
  /** Whether the tool itself asks for approval; undefined if that is not known. */
  readonly required?: boolean | undefined;
  /** Names or patterns of tools that the host approves for this call. */
  readonly approvedTools?: readonly string[] | undefined;
}

/** A decision with the facts it is based on. */
export interface Judgement {
  readonly facts: CallFacts;
  readonly roots: readonly string[];
  readonly decision: ApprovalDecision;
  /** No rule denies or asks, and the call stays inside the workspace: a person's consent is all that is missing. */
  readonly isUnrestricted: boolean;
}

/** What the tool and the host themselves say about approving a call. */
type ApprovalHints = Pick<JudgeOptions, 'required' | 'approvedTools'>;

/** Decides which calls may run without asking, based on policies, permission rules and the workspace boundary. */
export class AutoApprover {
  readonly mode: ApprovalMode;
  readonly #tools = new Map<string, ToolDefinitionLike>();
  readonly #profiles = new Map<string, ToolProfile>();
  readonly #guards: PathGuardCache;
  readonly #verdicts = new VerdictCache();
  readonly #commands = new CommandAnalysisCache();
  readonly #folders = new CallFolderResolver();
  readonly #trust: TrustCheck | undefined;
  readonly #approveReads: boolean;
  readonly #environment: () => Environment;
  readonly #notices: string[] = [];
  #engine: PolicyEngine;
  #trustPending: Promise<void> | undefined;

  constructor(options: AutoApproverOptions = {}) {
    this.mode = options.mode ?? 'default';
    // A misspelt mode must not be treated as the default.
    if (!APPROVAL_MODES.includes(this.mode))
      throw new TypeError(`mode must be one of ${APPROVAL_MODES.join(', ')}, not ${JSON.stringify(this.mode)}`);
    this.#trust = options.trust;
    // A string such as 'false' from a settings file must not count as true.
    this.#approveReads = options.approveReads === true;
    this.#environment = options.environment ?? (() => process.env);
    this.#guards = new PathGuardCache(options.workspace);
    for (const tool of options.tools ?? []) this.#tools.set(tool.name, tool);
    this.#engine = this.#load(options);
  }

  /** Rules that do not count, with the reason: approvals of a project that is not trusted. */
  get notices(): readonly string[] {
    return this.#notices;
  }

  get engine(): PolicyEngine {
    return this.#engine;
  }

  /** Replaces the policies. Calls that wait for an answer are judged by the new ones. */
  load(options: PolicyEngineOptions & { readonly project?: ProjectPolicies }): void {
    this.#engine = this.#load(options);
  }

  /** Whether a call may run without asking. Never rejects: a call that cannot be judged is asked about. */
  async shouldAutoApprove(toolName: string, params: unknown, context: ApprovalContext = {}): Promise<ApprovalDecision> {
    try {
      const judgement = this.judgeSync(toolName, params, context) ?? (await this.judge(toolName, params, context));
      return judgement.decision;
    } catch (error) {
      return undecided(error, this.mode);
    }
  }

  /** Decides and returns the facts that the decision is based on. */
  async judge(toolName: string, params: unknown, options: JudgeOptions = {}): Promise<Judgement> {
    if (this.#trustPending !== undefined) await this.#trustPending;
    const guard = this.#guards.guardFor(options, this.#engine.additionalDirectories);
    const roots = await this.#guards.rootsOf(guard);
    const profile = this.#profileFor(toolName, options);
    const place = this.#placeOf(options, roots, await this.#foldersOf(options));
    const facts = await describeWithResolvedPaths((factOf) => describeCall(profile, params, place, factOf), guard, {
      checkCommandPaths: () => this.#engine.hasPathRestrictions,
    });
    return this.#judgement(facts, roots, this.#engine.evaluate(facts, { roots }), this.#hintsFor(toolName, options));
  }

  /** The same as `judge` without waiting; undefined if the file system or the trust check has to be awaited. */
  judgeSync(toolName: string, params: unknown, options: JudgeOptions = {}): Judgement | undefined {
    if (this.#trustPending !== undefined) return undefined;
    const guard = this.#guards.guardFor(options, this.#engine.additionalDirectories);
    const roots = this.#guards.knownRoots(guard);
    if (roots === undefined) return undefined;
    const folders = this.#foldersSync(options);
    if (folders === undefined && options.workspace !== undefined) return undefined;
    const paths = this.#guards.pathFactsOf(guard).startCall({ checkCommandPaths: this.#engine.hasPathRestrictions });
    const profile = this.#profileFor(toolName, options);
    const facts = describeCall(profile, params, this.#placeOf(options, roots, folders), paths.factOf);
    if (paths.mustWait) return undefined;
    const verdict = this.#verdicts.evaluate(this.#engine, facts, { roots, disk: paths.disk });
    return this.#judgement(facts, roots, verdict, this.#hintsFor(toolName, options));
  }

  /** Decides on facts whose paths have been checked already. */
  decideFromFacts(
    facts: CallFacts,
    roots: readonly string[],
    hints: ApprovalHints = {},
  ): Pick<Judgement, 'decision' | 'isUnrestricted'> {
    return this.#judgement(facts, roots, this.#engine.evaluate(facts, { roots }), hints);
  }

  /** Profiles are cached. A registered tool has its own alias array, so the same array means the same tool. */
  profileOf(
    toolName: string,
    capabilities?: ToolCapabilities,
    aliases?: readonly string[],
    tool?: ToolIdentity,
  ): ToolProfile {
    const known = this.#profiles.get(toolName);
    const isSame =
      (capabilities === undefined || known?.declared === capabilities) &&
      (aliases === undefined || known?.aliases === aliases) &&
      (tool === undefined || known?.declaredRemote === tool.remote);
    if (known !== undefined && isSame) return known;
    const definition = this.#tools.get(toolName);
    const selectors = tool === undefined ? this.#selectorsOf(definition) : toolSelectors(tool);
    const profile = profileOf(
      toolName,
      capabilities ?? definition?.capabilities,
      aliases,
      selectors,
      tool === undefined ? definition?.remote : tool.remote,
    );
    if (this.#profiles.size >= MAX_PROFILES) this.#profiles.clear();
    this.#profiles.set(toolName, profile);
    return profile;
  }

  #selectorsOf(definition: ToolDefinitionLike | undefined): ToolSelector[] {
    return definition === undefined ? [] : toolSelectors({ version: '', ...definition });
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

  #foldersSync({ workspace, cwd }: JudgeOptions): CallFolders | undefined {
    if (workspace === undefined) return undefined;
    return this.#folders.resolveSync(workspace, cwd ?? workspace.folder);
  }

  async #foldersOf({ workspace, cwd }: JudgeOptions): Promise<CallFolders | undefined> {
    return workspace && this.#folders.resolve(workspace, cwd ?? workspace.folder);
  }

  #profileFor(toolName: string, { capabilities, aliases, tool }: JudgeOptions): ToolProfile {
    return this.profileOf(toolName, capabilities ?? this.#tools.get(toolName)?.capabilities, aliases, tool);
  }

  #hintsFor(toolName: string, { required, approvedTools }: JudgeOptions): ApprovalHints {
    return { required: required ?? requiredBy(this.#tools.get(toolName)), approvedTools };
  }

  #judgement(
    facts: CallFacts,
    roots: readonly string[],
    verdict: PolicyVerdict,
    { required, approvedTools }: ApprovalHints,
  ): Judgement {
    const options: DecideOptions = {
      mode: this.mode,
      required,
      approvedTools,
      roots,
      risk: () => riskOf(facts),
      // A command that reads many files could read one that a rule protects.
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
    this.#trustPending = trusting.then((layer) => {
      if (layer.tightens !== true && this.#engine === cautious) this.#engine = engineWith(layer);
      this.#trustPending = undefined;
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
