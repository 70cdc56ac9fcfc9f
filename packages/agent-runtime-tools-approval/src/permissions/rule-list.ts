import {
  compileCommandRules,
  parseCommandRule,
  type CommandRule,
  type CommandRules,
} from '@ku0/agent-runtime-tools-commands';
import { remoteToolNames, type PathFamily, type ToolFamily } from '@ku0/agent-runtime-tools-rules';
import type { CallFacts } from '../calls/call-facts.ts';
import { namesOf } from '../calls/derived-facts.ts';
import { foldPath, type PathFact } from '../calls/paths/path-fact.ts';
import type { RuleFolders } from './path-rule.ts';
import { compilePermissionRule, type CompiledRule } from './permission-rule.ts';

type PathPermission = Extract<CompiledRule, { kind: 'path' }>;

/** A rule as written, and the folder of the settings it comes from. */
export interface RuleSource {
  readonly text: string;
  readonly settingsFolder?: string | undefined;
}

/** The rules of one list (allow, ask or deny), compiled and indexed once. */
export class RuleList {
  readonly #rules: readonly CompiledRule[];
  /** The rules about commands, for `judgeCommand`; a rule for every command is `*`. */
  readonly commands: CommandRules;
  /** What rules that allow a tool by its own name allow its commands, compiled when a tool has that name. */
  readonly #commandsByToolRule = new Map<CompiledRule, CommandRules>();
  readonly #consents: boolean;
  readonly #texts = new Map<CommandRule, string>();
  readonly #pathRules: PathPermission[] = [];
  /** Rules that name one path below a root, by that path. */
  readonly #byRootPath = new Map<string, PathPermission[]>();
  readonly #otherRules: Exclude<CompiledRule, { kind: 'command' | 'path' }>[] = [];
  #lastFolded: (RuleFolders & { readonly folded: RuleFolders }) | undefined;

  /** `consents`: the rules allow. Otherwise they deny or ask. */
  constructor(rules: readonly RuleSource[], { consents = false }: { consents?: boolean } = {}) {
    this.#consents = consents;
    this.#rules = rules.map(({ text, settingsFolder }) =>
      compilePermissionRule(text, { restricts: !consents, settingsFolder }),
    );
    const commands: CommandRule[] = [];
    for (const rule of this.#rules) {
      const command = commandRuleFor(rule);
      if (command !== undefined) {
        commands.push(command);
        this.#texts.set(command, rule.text);
      }
      if (rule.kind === 'path') this.#addPathRule(rule);
      else if (rule.kind !== 'command') this.#otherRules.push(rule);
    }
    this.commands = compileCommandRules(commands);
  }

  get hasPaths(): boolean {
    return this.#pathRules.length + this.#byRootPath.size > 0;
  }

  /** The rules about commands of this tool. Allowing a tool by its own name allows any command, of that tool alone. */
  commandsFor({ names }: CallFacts['profile']): CommandRules {
    if (!this.#consents) return this.commands;
    const rule = this.#otherRules.find((each) => each.kind === 'tool' && names.some(each.tools));
    return rule === undefined ? this.commands : this.#withAnyCommand(rule);
  }

  #withAnyCommand(rule: CompiledRule): CommandRules {
    const known = this.#commandsByToolRule.get(rule);
    if (known !== undefined) return known;
    const anyCommand = parseCommandRule('*');
    const made = compileCommandRules([...this.commands.all, anyCommand]);
    this.#texts.set(anyCommand, rule.text);
    this.#commandsByToolRule.set(rule, made);
    return made;
  }

  /** The rule string that a command rule was compiled from. */
  textOf(rule: CommandRule | undefined): string | undefined {
    return rule === undefined ? undefined : this.#texts.get(rule);
  }

  /** Whether some rule could be about this tool. */
  mayConcern({ profile }: Pick<CallFacts, 'profile'>): boolean {
    const { family, capabilities, unknown, remote, dispatches, names } = profile;
    if (this.commands.all.length > 0 && family === 'Bash') return true;
    if (this.hasPaths && (capabilities.readsFiles || capabilities.writesFiles || unknown || family === 'Bash'))
      return true;
    return this.#otherRules.some((rule) => {
      if (rule.kind === 'host') return capabilities.accessesNetwork;
      if (rule.kind === 'server') return remote !== undefined || dispatches;
      if (rule.kind === 'tool') return names.some(rule.tools);
      return isOfFamily(rule.family, { profile });
    });
  }

  /** The first rule that restricts the call by its tool, its MCP server or one of its addresses. */
  findRestriction(facts: CallFacts): CompiledRule | undefined {
    return this.#otherRules.find((rule) => {
      if (rule.kind === 'host')
        return facts.profile.capabilities.accessesNetwork && facts.urls.some(rule.host.restricts);
      if (rule.kind === 'server')
        return facts.remote !== undefined && remoteToolNames(facts.remote).some(rule.server.restricts);
      return isAboutTool(rule, facts);
    });
  }

  /** The first rule that restricts one of the call's paths. */
  findPathRestriction(facts: CallFacts, folders: RuleFolders): CompiledRule | undefined {
    if (!this.hasPaths) return undefined;
    for (const path of facts.paths) {
      const found = this.restrictionOn(path, folders);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The rule that restricts a path under any of its names. A rule against reading is one against writing, too. */
  restrictionOn(path: PathFact, folders: RuleFolders): CompiledRule | undefined {
    const folded = this.#fold(folders);
    const applies = (rule: PathPermission): boolean => restricts(rule.family, path.access);
    for (const spelled of namesOf(path)) {
      const name = foldPath(spelled);
      const found =
        this.#findPathRule(name, folded, applies) ??
        (path.recursive ? this.#findPathRule(`${name}/*`, folded, applies) : undefined);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The rule that consents to a call that runs no command: to its tool, or to all of its paths and addresses. */
  findConsent(facts: CallFacts, folders: RuleFolders): CompiledRule | undefined {
    for (const rule of this.#otherRules) {
      if (rule.kind === 'host') {
        const { urls } = facts;
        if (facts.profile.family === 'WebFetch' && urls.length > 0 && urls.every(rule.host.consents)) return rule;
      } else if (rule.kind === 'server') {
        const { remote } = facts;
        if (remote !== undefined && rule.server.consents(remote.server, remote.tool)) return rule;
      } else if (isAboutTool(rule, facts) && (rule.kind === 'tool' || familyConsents(rule, facts))) return rule;
    }
    return this.#findConsentToPaths(facts, folders);
  }

  /** The rule that consents to a path under all of its names. */
  consentTo(path: PathFact, folders: RuleFolders, facts?: CallFacts): PathPermission | undefined {
    let found: PathPermission | undefined;
    for (const name of namesOf(path)) {
      found = this.#findPathRule(name, folders, (rule) => consentsToAccess(rule, path, facts));
      if (found === undefined) return undefined;
    }
    return found;
  }

  #fold(folders: RuleFolders): RuleFolders {
    const last = this.#lastFolded;
    if (last?.roots === folders.roots && last.cwd === folders.cwd) return last.folded;
    const { roots, cwd } = folders;
    const folded = { roots: roots.map(foldPath), cwd: foldPath(cwd) };
    this.#lastFolded = { roots, cwd, folded };
    return folded;
  }

  #findConsentToPaths(facts: CallFacts, folders: RuleFolders): CompiledRule | undefined {
    const { family, unknown } = facts.profile;
    if (!this.hasPaths || !facts.pathsComplete || unknown) return undefined;
    if (family !== 'Read' && family !== 'Edit' && family !== 'Delete') return undefined;
    let found: CompiledRule | undefined;
    for (const path of facts.paths) {
      if (path.possible || path.origin === 'folder') continue;
      found = this.consentTo(path, folders, facts);
      if (found === undefined) return undefined;
    }
    return found;
  }

  #addPathRule(rule: PathPermission): void {
    const { rootPath = '' } = rule.path;
    const known = this.#byRootPath.get(rootPath);
    if (rootPath === '') this.#pathRules.push(rule);
    else if (known === undefined) this.#byRootPath.set(rootPath, [rule]);
    else known.push(rule);
  }

  #findPathRule(
    name: string,
    folders: RuleFolders,
    applies: (rule: PathPermission) => boolean,
  ): PathPermission | undefined {
    for (const rule of this.#pathRules) if (applies(rule) && rule.path.matches(name, folders)) return rule;
    if (this.#byRootPath.size === 0) return undefined;
    for (const folder of [...folders.roots, folders.cwd]) {
      if (!name.startsWith(folder)) continue;
      // A rule for a folder is one for everything in it, so the folders above count as well.
      let below = name.slice(folder.endsWith('/') ? folder.length : folder.length + 1);
      while (below !== '') {
        const found = this.#byRootPath.get(below)?.find((rule) => applies(rule) && rule.path.matches(name, folders));
        if (found !== undefined) return found;
        const slash = below.lastIndexOf('/');
        below = slash < 0 ? '' : below.slice(0, slash);
      }
    }
    return undefined;
  }
}

/** The command rule that a permission rule stands for, for all tools that run commands. */
function commandRuleFor(rule: CompiledRule): CommandRule | undefined {
  if (rule.kind === 'command') return rule.command;
  return rule.kind === 'family' && rule.family === 'Bash' ? parseCommandRule('*') : undefined;
}

function restricts(family: PathFamily, access: PathFact['access']): boolean {
  if (family === 'Read') return true;
  return family === 'Edit' ? access !== 'read' : access === 'delete';
}

/** Consent to writing includes reading what is written, but not deleting. */
function consentsToAccess(rule: PathPermission, { access }: PathFact, facts: CallFacts | undefined): boolean {
  const { family, consentsTo } = rule;
  if (consentsTo !== undefined && facts !== undefined && !facts.profile.names.some(consentsTo)) return false;
  if (access === 'read') return family !== 'Delete';
  if (access === 'write') return family === 'Edit';
  if (family === 'Delete') return true;
  // A move deletes its source, which counts as an edit of both places.
  return family === 'Edit' && facts?.profile.family === 'Edit' && facts.profile.known?.name === 'move_file';
}

function isAboutTool(rule: Extract<CompiledRule, { kind: 'tool' | 'family' }>, facts: CallFacts): boolean {
  return rule.kind === 'tool' ? facts.profile.names.some(rule.tools) : isOfFamily(rule.family, facts);
}

/** Whether a tool belongs to a family, whatever it is called: every tool that writes files is of the family Edit. */
function isOfFamily(family: ToolFamily, { profile }: Pick<CallFacts, 'profile'>): boolean {
  if (profile.family === family) return true;
  if (profile.unknown || family !== 'Edit') return false;
  return profile.capabilities.writesFiles && profile.family !== 'Bash' && profile.family !== 'Agent';
}

/**
 * Whether allowing a family allows this call of it. `Edit` allows neither deleting nor tools that also run programs; commands
 * are judged by command rules, not here.
 */
function familyConsents({ family, consentsTo }: Extract<CompiledRule, { kind: 'family' }>, facts: CallFacts): boolean {
  const { profile } = facts;
  if (family === 'Bash' || profile.family !== family) return false;
  if (consentsTo !== undefined && !profile.names.some(consentsTo)) return false;
  return family !== 'Edit' || (!profile.capabilities.executesCommands && !deletes(facts));
}

function deletes(facts: CallFacts): boolean {
  return facts.profile.known?.name !== 'move_file' && facts.paths.some((path) => path.access === 'delete');
}
