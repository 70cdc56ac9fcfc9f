import {
  compileCommandRules,
  parseCommandRule,
  type CommandRule,
  type CommandRules,
} from '@ku0/agent-runtime-tools-commands';
import type { CallFacts } from '../calls/call-facts.ts';
import { namesOf } from '../calls/derived-facts.ts';
import { foldPath, type PathFact } from '../calls/paths/path-fact.ts';
import type { RuleFolders } from './path-rule.ts';
import { parsePermissionRule, type PathFamily, type PermissionRule } from './permission-rule.ts';

type PathPermission = Extract<PermissionRule, { kind: 'path' }>;

/** The rules of one list (allow, ask or deny), indexed once. */
export class RuleList {
  readonly rules: readonly PermissionRule[];
  /** For `judgeCommand`; a rule for every command is `*`. */
  readonly commands: CommandRules;
  readonly #texts = new Map<CommandRule, string>();
  readonly #paths: PathPermission[] = [];
  readonly #literals = new Map<string, PathPermission[]>();
  #folded: (RuleFolders & { readonly folders: RuleFolders }) | undefined;
  readonly #simple: Exclude<PermissionRule, { kind: 'command' | 'path' }>[] = [];

  constructor(rules: readonly (string | PermissionRule)[], { consents = false }: { consents?: boolean } = {}) {
    this.rules = rules.map((rule) => (typeof rule === 'string' ? parsePermissionRule(rule) : rule));
    const commands: CommandRule[] = [];
    for (const rule of this.rules) {
      const command = commandRuleOf(rule, consents);
      if (command !== undefined) {
        commands.push(command);
        this.#texts.set(command, rule.text);
      }
      if (rule.kind === 'command') continue;
      if (rule.kind === 'path') this.#addPath(consents ? rule : { ...rule, path: rule.path.fold() });
      else this.#simple.push(rule);
    }
    this.commands = compileCommandRules(commands);
  }

  get hasPaths(): boolean {
    return this.#paths.length + this.#literals.size > 0;
  }

  /** The rule string that a command rule was read from. */
  textOf(rule: CommandRule | undefined): string | undefined {
    return rule === undefined ? undefined : this.#texts.get(rule);
  }

  /** Whether some rule could be about this tool. */
  concerns(facts: Pick<CallFacts, 'profile'>): boolean {
    const { family, capabilities, unknown, known, server, names } = facts.profile;
    if (this.commands.all.length > 0 && family === 'Bash') return true;
    if (this.hasPaths && (capabilities.readsFiles || capabilities.writesFiles || unknown || family === 'Bash'))
      return true;
    return this.#simple.some((rule) => {
      if (rule.kind === 'host') return capabilities.accessesNetwork;
      if (rule.kind === 'server') return server !== undefined || known?.name.includes('mcp') === true;
      if (rule.kind === 'tool') return names.some(rule.tools);
      return isOfFamily(rule.family, facts);
    });
  }

  /** A rule that is about the tool as a whole, its server, or an address: one that restricts needs one hit. */
  restricting(facts: CallFacts): PermissionRule | undefined {
    return this.#simple.find((rule) => {
      if (rule.kind === 'host')
        return facts.profile.capabilities.accessesNetwork && facts.urls.some(rule.host.restricts);
      if (rule.kind === 'server') return facts.server !== undefined && rule.restricts(facts.server);
      return coversTool(rule, facts);
    });
  }

  /** A rule that some path of the call falls under. A restriction on reading is one on writing too. */
  restrictingPath(facts: CallFacts, folders: RuleFolders): PermissionRule | undefined {
    if (!this.hasPaths) return undefined;
    for (const path of facts.paths) {
      const found = this.pathRestriction(path, folders);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  pathRestriction(path: PathFact, folders: RuleFolders): PermissionRule | undefined {
    const places = this.#foldedFolders(folders);
    for (const spelled of namesOf(path)) {
      const name = foldPath(spelled);
      const found =
        this.#find(name, places, (rule) => restricts(rule.family, path.access)) ??
        (path.recursive ? this.#find(`${name}/*`, places, (rule) => restricts(rule.family, path.access)) : undefined);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The rule that consents to a call that is no command: to the tool, or to every path and address of it. */
  consenting(facts: CallFacts, folders: RuleFolders): PermissionRule | undefined {
    for (const rule of this.#simple) {
      if (rule.kind === 'host') {
        const { urls } = facts;
        if (facts.profile.family === 'WebFetch' && urls.length > 0 && urls.every(rule.host.consents)) return rule;
      } else if (coversTool(rule, facts) && (rule.kind !== 'family' || consentsTo(rule.family, facts))) return rule;
    }
    return this.#consentingPath(facts, folders);
  }

  /** The rule that names this path for this access. */
  pathConsent(path: PathFact, folders: RuleFolders, facts?: CallFacts): PathPermission | undefined {
    let found: PathPermission | undefined;
    for (const name of namesOf(path)) {
      found = this.#find(name, folders, (rule) => allows(rule, path, facts));
      if (found === undefined) return undefined;
    }
    return found;
  }

  #foldedFolders(folders: RuleFolders): RuleFolders {
    const known = this.#folded;
    if (known?.roots === folders.roots && known.cwd === folders.cwd) return known.folders;
    const { roots, cwd } = folders;
    const result = { roots: roots.map(foldPath), cwd: foldPath(cwd) };
    this.#folded = { roots, cwd, folders: result };
    return result;
  }

  #consentingPath(facts: CallFacts, folders: RuleFolders): PermissionRule | undefined {
    const { family, unknown } = facts.profile;
    if (!this.hasPaths || !facts.pathsComplete || unknown) return undefined;
    if (family !== 'Read' && family !== 'Edit' && family !== 'Delete') return undefined;
    let found: PermissionRule | undefined;
    for (const path of facts.paths) {
      if (path.possible || path.origin === 'folder') continue;
      found = this.pathConsent(path, folders, facts);
      if (found === undefined) return undefined;
    }
    return found;
  }

  #addPath(rule: PathPermission): void {
    const { literal, start } = rule.path;
    // Below a root, a literal is looked up by its name; the others are tried one by one.
    if (literal === undefined || literal === '' || start !== 'roots') this.#paths.push(rule);
    else {
      const known = this.#literals.get(literal);
      if (known === undefined) this.#literals.set(literal, [rule]);
      else known.push(rule);
    }
  }

  #find(name: string, folders: RuleFolders, fits: (rule: PathPermission) => boolean): PathPermission | undefined {
    for (const rule of this.#paths) if (fits(rule) && rule.path.matches(name, folders)) return rule;
    if (this.#literals.size === 0) return undefined;
    for (const folder of [...folders.roots, folders.cwd]) {
      if (!name.startsWith(folder)) continue;
      // A rule for a folder is one for what is in it.
      let below = name.slice(folder.endsWith('/') ? folder.length : folder.length + 1);
      while (below !== '') {
        const found = this.#literals.get(below)?.find((rule) => fits(rule) && rule.path.matches(name, folders));
        if (found !== undefined) return found;
        const slash = below.lastIndexOf('/');
        below = slash < 0 ? '' : below.slice(0, slash);
      }
    }
    return undefined;
  }
}

/** A whole tool that runs commands stands for any command; to forbid the tool is no rule about commands. */
function commandRuleOf(rule: PermissionRule, consents: boolean): CommandRule | undefined {
  if (rule.kind === 'command') return rule.command;
  const isAnyCommand =
    (rule.kind === 'family' && rule.family === 'Bash') ||
    (rule.kind === 'tool' && consents && COMMAND_TOOLS.some(rule.tools));
  return isAnyCommand ? parseCommandRule('*') : undefined;
}

const COMMAND_TOOLS = ['bash', 'run_command', 'execute_command', 'shell'];

function restricts(family: PathFamily, access: PathFact['access']): boolean {
  if (family === 'Read') return true;
  return family === 'Edit' ? access !== 'read' : access === 'delete';
}

/** Consent to writing is none to deleting, and consent to writing is consent to reading what is written. */
function allows({ family, tools }: PathPermission, { access }: PathFact, facts: CallFacts | undefined): boolean {
  if (tools !== undefined && facts !== undefined && !facts.profile.names.some(tools)) return false;
  if (access === 'read') return family !== 'Delete';
  // A move takes its file away from where it was, which is an edit of both places.
  if (access === 'delete' && facts?.profile.family !== 'Edit') return family === 'Delete';
  if (access === 'delete') return family === 'Delete' || facts?.profile.known?.name === 'move_file';
  return family === 'Edit';
}

function coversTool(rule: PermissionRule, facts: CallFacts): boolean {
  if (rule.kind === 'tool') return facts.profile.names.some(rule.tools);
  if (rule.kind === 'family') return isOfFamily(rule.family, facts);
  return rule.kind === 'server' && facts.server !== undefined && rule.consents(facts.server);
}

/** Which tools a bare family name means: every tool of the kind, whatever it is called. */
function isOfFamily(family: PermissionRuleFamily, { profile }: Pick<CallFacts, 'profile'>): boolean {
  if (profile.family === family) return true;
  if (profile.unknown) return false;
  if (family === 'Edit')
    return profile.capabilities.writesFiles && profile.family !== 'Bash' && profile.family !== 'Agent';
  return false;
}

type PermissionRuleFamily = Extract<PermissionRule, { kind: 'family' }>['family'];

/** A bare `Edit` consents neither to deleting nor to what also runs programs; a bare `Bash` is judged as a command. */
function consentsTo(family: PermissionRuleFamily, facts: CallFacts): boolean {
  if (family === 'Bash') return false;
  if (family === 'Edit') {
    return facts.profile.family === 'Edit' && !facts.profile.capabilities.executesCommands && !deletes(facts);
  }
  return facts.profile.family === family;
}

function deletes(facts: CallFacts): boolean {
  return facts.profile.known?.name !== 'move_file' && facts.paths.some((path) => path.access === 'delete');
}
