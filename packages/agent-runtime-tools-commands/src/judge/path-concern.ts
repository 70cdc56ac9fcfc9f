import type { Dirent } from 'node:fs';
import { posix } from 'node:path';
import type { CommandPart, ListedFolder, PathAccess, PathUse } from '../command-analysis.ts';
import { wordSet } from '../words/word-set.ts';
import { escapingLink } from './escaping-link.ts';
import { expandGlob } from './expand-glob.ts';
import { isInside, listFolder, nodeDisk, realFolder, realPath, type DiskReader } from './file-system.ts';
import { LookBudget } from './look-budget.ts';
import { strangeFile } from './strange-file.ts';

/** A host's own answer about a path: undefined leaves it to the workspace roots. */
export type PathDecision = (path: string, access: PathAccess) => boolean | undefined;

export interface PathConsent {
  /** The rule names this very path. */
  readonly named: boolean;
  /** Writing is what the program, or an option that the rule names, is for. */
  readonly purpose: boolean;
}

/** Checks paths against the workspace, by name and by where they really lead. */
export class PathChecker {
  private readonly roots: readonly string[];
  private readonly decide: PathDecision | undefined;
  private readonly inspectFiles: boolean;
  private readonly disk: DiskReader;
  private readonly realFolders = new Map<string, string>();
  private rootsReally: readonly string[] | undefined;
  private readonly budget = new LookBudget(MOST_ENTRIES);
  private readonly paths = new LookBudget(MOST_PATHS);
  private readonly folders = new LookBudget(MOST_FOLDERS);
  private readonly linksBelow = new Map<string, string | undefined>();
  private readonly strangeBelow = new Map<string, string | undefined>();
  private readonly listings = new Map<string, readonly Dirent[]>();

  constructor(roots: readonly string[], decide: PathDecision | undefined, inspectFiles: boolean, disk = nodeDisk) {
    this.roots = roots.map((root) => posix.resolve(root));
    this.decide = decide;
    this.inspectFiles = inspectFiles;
    this.disk = disk;
  }

  /** Why the use of a path is not covered. */
  concern(use: PathUse, part: CommandPart, consent: PathConsent): string | undefined {
    if (use.access !== 'delete' && HARMLESS.test(use.path)) return undefined;
    const folders = part.cwds ?? (use.path.startsWith('/') ? ['/'] : undefined);
    if (folders === undefined) return `${described(use)}, but the current folder is not known`;
    for (const folder of folders) {
      const why =
        use.pattern === undefined
          ? this.one(use.path, folder, use, consent)
          : this.many(use.pattern, folder, use, consent);
      if (why !== undefined) return why;
    }
    return undefined;
  }

  /** Why a command may not run in this folder. */
  folderConcern(folder: string): string | undefined {
    const isWithin = this.within(folder, this.roots);
    if (isWithin && this.within(this.real(folder, '.') ?? '', this.realRoots())) return undefined;
    return this.decided(folder, folder, 'read') === true
      ? undefined
      : `it runs in ${folder}, which is outside the workspace`;
  }

  private many(pattern: string, folder: string, use: PathUse, consent: PathConsent): string | undefined {
    if (!this.inspectFiles) return `${described(use)}, and what that matches is not known`;
    const matches = expandGlob(folder, pattern, { budget: this.budget, list: this.list });
    if (matches === undefined) return `${described(use)}, which matches too many files to check`;
    for (const match of matches) {
      if (use.mayBeOption === true && match.startsWith('-')) {
        return `${use.path} matches ${match}, which would be taken for an option`;
      }
      const why = this.one(match, folder, use, consent);
      if (why !== undefined) return why;
    }
    return matches.length > 0 ? undefined : this.one(use.path, folder, use, consent);
  }

  private one(path: string, folder: string, use: PathUse, consent: PathConsent): string | undefined {
    if (!this.paths.take(1)) return 'it names more paths than can be checked';
    if (HOME.test(path)) return `${described(use)}, which may be in the home folder`;
    const lexical = posix.resolve(folder, path);
    const real = this.real(folder, path);
    if (real === undefined) return `${described(use)}, and where that leads cannot be found out`;
    const decided = this.decided(lexical, real, use.access);
    if (decided === true) return undefined;
    if (decided === false) return `${described(use)}, which is not allowed`;
    const isWithin = this.within(lexical, this.roots);
    const isReallyWithin = this.within(real, this.realRoots());
    if (!isWithin && !isReallyWithin) {
      return consent.named ? undefined : `${described(use)}, which is outside the workspace`;
    }
    if (!isReallyWithin) return `${described(use)}, which leads out of the workspace to ${real}`;
    if (use.access !== 'read') {
      if (!consent.purpose && !consent.named) return described(use);
      if (!consent.named && isProtected(real, this.realRoots(), use.access)) {
        return `${described(use)}, which is protected`;
      }
    }
    if (use.followsLinks === true) {
      const link = this.linkBelow(real);
      if (link !== undefined) {
        return `${described(use)} with all links, and ${link} leads out of the workspace or cannot be checked`;
      }
    }
    return use.listed === undefined ? undefined : this.listedConcern(use.listed, real);
  }

  /** Every file that is listed has to be one that may be read. */
  private listedConcern({ folder, splitsNames: splits }: ListedFolder, real: string): string | undefined {
    const key = `${splits} ${real}`;
    if (this.inspectFiles && !this.strangeBelow.has(key)) {
      const found = strangeFile(real, this.budget, (path, target) => {
        if (splits && /[\s'"\\]/.test(path.slice(real.length))) return true;
        return !this.within(target, this.realRoots()) || this.decided(path, target, 'read') === false;
      });
      this.strangeBelow.set(key, found);
    }
    const strange = this.inspectFiles ? this.strangeBelow.get(key) : folder;
    return strange === undefined ? undefined : `it is given ${strange}, which may not be read like the others`;
  }

  private linkBelow(folder: string): string | undefined {
    if (!this.inspectFiles) return folder;
    if (!this.linksBelow.has(folder)) {
      const link = escapingLink(folder, this.budget, (target) => this.within(target, this.realRoots()));
      this.linksBelow.set(folder, link);
    }
    return this.linksBelow.get(folder);
  }

  /** Read once: a command can name the same folder many times. */
  private readonly list = (folder: string): readonly Dirent[] => {
    let entries = this.listings.get(folder);
    if (entries === undefined) {
      entries = listFolder(folder) ?? [];
      this.listings.set(folder, entries);
    }
    return entries;
  };

  /** Through a link, consent needs both names and refusal one. */
  private decided(lexical: string, real: string, access: PathAccess): boolean | undefined {
    if (this.decide === undefined) return undefined;
    try {
      const byName = this.decide(lexical, access);
      if (byName === false || real === lexical) return byName;
      const byTarget = this.decide(real, access);
      return byTarget === false ? false : byName === true && byTarget === true ? true : undefined;
    } catch {
      // A host that cannot answer has not agreed.
      return false;
    }
  }

  private real(folder: string, path: string): string | undefined {
    if (!this.inspectFiles) return posix.resolve(folder, path);
    return realPath(this.realOf(folder), path, this.disk);
  }

  /** Where a folder really is. */
  realOf(folder: string): string {
    let real = this.realFolders.get(folder);
    if (real === undefined) {
      // A place that exists nowhere is outside everything.
      if (!this.folders.take(1)) return '/nowhere';
      real = this.lookUp(folder);
    }
    return real;
  }

  private lookUp(folder: string): string {
    const real = this.inspectFiles ? (realFolder(folder, this.disk) ?? folder) : folder;
    this.realFolders.set(folder, real);
    return real;
  }

  private realRoots(): readonly string[] {
    this.rootsReally ??= this.roots.map((root) => this.realFolders.get(root) ?? this.lookUp(root));
    return this.rootsReally;
  }

  private within(path: string, roots: readonly string[]): boolean {
    return roots.some((root) => isInside(path, root));
  }
}

function described(use: PathUse): string {
  return `it ${use.access === 'read' ? 'reads' : use.access === 'write' ? 'writes' : 'deletes'} ${use.path}`;
}

function isProtected(path: string, roots: readonly string[], access: PathAccess): boolean {
  const root = roots.find((folder) => isInside(path, folder));
  if (root === undefined) return true;
  if (path === root) return access === 'delete';
  return path
    .slice(root.length)
    .split('/')
    .some((name) => PROTECTED.has(name.toLowerCase()));
}

/** The shell has expanded its own tildes: this one is for the program. */
const HOME = /^~(?:\/|$|[a-z_][\w-]*\/)/;
const HARMLESS = /^\/dev\/(?:null|stdin|stdout|stderr|tty|zero|full|random|urandom|fd\/\d+)$/;
/** What decides what runs later: repositories' own files, editors' tasks, start-up files. */
const PROTECTED = wordSet(
  '.git .gitconfig .gitmodules .claude .vscode .idea .husky .devcontainer .ssh .envrc .npmrc',
  '.bashrc .bash_profile .bash_login .bash_logout .profile .zshrc .zshenv .zprofile .zlogin',
);
const MOST_ENTRIES = 12_000;
const MOST_PATHS = 2500;
const MOST_FOLDERS = 100;
