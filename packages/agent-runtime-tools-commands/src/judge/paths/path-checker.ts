import type { Dirent } from 'node:fs';
import { posix } from 'node:path';
import type { CommandPart, ListedFolder, PathAccess, PathUse } from '../../command-analysis.ts';
import { wordSet } from '../../words/word-set.ts';
import { expandGlob } from './expand-glob.ts';
import { isInside, listFolder, nodeDisk, realFolder, realPath, type DiskReader } from './disk-reader.ts';
import { DiskBudget } from './disk-budget.ts';
import { findEscapingLink, findForbiddenFile } from './search-folder.ts';

/** The host's decision about a path; undefined leaves it to the workspace roots. */
export type PathDecision = (path: string, access: PathAccess) => boolean | undefined;

export interface PathConsent {
  /** The rule names this path literally. */
  readonly named: boolean;
  /** Writing is the purpose of the program, or of an option that the rule names. */
  readonly intended: boolean;
}

/** Checks paths against the workspace, both as written and after resolving links. */
export class PathChecker {
  private readonly roots: readonly string[];
  private readonly hostDecision: PathDecision | undefined;
  private readonly inspectFiles: boolean;
  private readonly disk: DiskReader;
  private readonly realFolders = new Map<string, string>();
  private resolvedRoots: readonly string[] | undefined;
  private readonly entryBudget = new DiskBudget(MAX_ENTRIES);
  private readonly pathBudget = new DiskBudget(MAX_PATHS);
  private readonly folderBudget = new DiskBudget(MAX_FOLDERS);
  private readonly escapingLinks = new Map<string, string | undefined>();
  private readonly forbiddenFiles = new Map<string, string | undefined>();
  private readonly listings = new Map<string, readonly Dirent[]>();

  constructor(roots: readonly string[], decide: PathDecision | undefined, inspectFiles: boolean, disk = nodeDisk) {
    this.roots = roots.map((root) => posix.resolve(root));
    this.hostDecision = decide;
    this.inspectFiles = inspectFiles;
    this.disk = disk;
  }

  /** The reason why a use of a path is not covered, or undefined. */
  concern(use: PathUse, part: CommandPart, consent: PathConsent): string | undefined {
    if (use.access !== 'delete' && HARMLESS_DEVICES.test(use.path)) return undefined;
    const folders = part.cwds ?? (use.path.startsWith('/') ? ['/'] : undefined);
    if (folders === undefined) return `${describeUse(use)}, but the current folder is not known`;
    for (const folder of folders) {
      const why =
        use.pattern === undefined
          ? this.checkPath(use.path, folder, use, consent)
          : this.checkGlob(use.pattern, folder, use, consent);
      if (why !== undefined) return why;
    }
    return undefined;
  }

  /** The reason why a command may not run in this folder, or undefined. */
  folderConcern(folder: string): string | undefined {
    const isWithin = this.within(folder, this.roots);
    if (isWithin && this.within(this.resolve(folder, '.') ?? '', this.realRoots())) return undefined;
    return this.askHost(folder, folder, 'read') === true
      ? undefined
      : `it runs in ${folder}, which is outside the workspace`;
  }

  private checkGlob(pattern: string, folder: string, use: PathUse, consent: PathConsent): string | undefined {
    if (!this.inspectFiles) return `${describeUse(use)}, and what that matches is not known`;
    const matches = expandGlob(folder, pattern, { budget: this.entryBudget, list: this.list });
    if (matches === undefined) return `${describeUse(use)}, which matches too many files to check`;
    for (const match of matches) {
      if (use.mayBeOption === true && match.startsWith('-')) {
        return `${use.path} matches ${match}, which would be taken for an option`;
      }
      const why = this.checkPath(match, folder, use, consent);
      if (why !== undefined) return why;
    }
    return matches.length > 0 ? undefined : this.checkPath(use.path, folder, use, consent);
  }

  private checkPath(path: string, folder: string, use: PathUse, consent: PathConsent): string | undefined {
    if (!this.pathBudget.spend(1)) return 'it names more paths than can be checked';
    if (HOME_PATH.test(path)) return `${describeUse(use)}, which may be in the home folder`;
    const lexical = posix.resolve(folder, path);
    const real = this.resolve(folder, path);
    if (real === undefined) return `${describeUse(use)}, and where that leads cannot be found out`;
    const decided = this.askHost(lexical, real, use.access);
    if (decided === true) return undefined;
    if (decided === false) return `${describeUse(use)}, which is not allowed`;
    const isWithin = this.within(lexical, this.roots);
    const isReallyWithin = this.within(real, this.realRoots());
    if (!isWithin && !isReallyWithin) {
      return consent.named ? undefined : `${describeUse(use)}, which is outside the workspace`;
    }
    if (!isReallyWithin) return `${describeUse(use)}, which leads out of the workspace to ${real}`;
    if (use.access !== 'read') {
      if (!consent.intended && !consent.named) return describeUse(use);
      if (!consent.named && isProtected(real, this.realRoots(), use.access)) {
        return `${describeUse(use)}, which is protected`;
      }
    }
    if (use.followsLinks === true) {
      const link = this.escapingLinkBelow(real);
      if (link !== undefined) {
        return `${describeUse(use)} with all links, and ${link} leads out of the workspace or cannot be checked`;
      }
    }
    return use.listed === undefined ? undefined : this.listedConcern(use.listed, real);
  }

  /** Checks every file that `find` would list below a folder. */
  private listedConcern({ folder, splitsNames: splits }: ListedFolder, real: string): string | undefined {
    const key = `${splits} ${real}`;
    if (this.inspectFiles && !this.forbiddenFiles.has(key)) {
      const found = findForbiddenFile(real, this.entryBudget, (path, target) => {
        if (splits && /[\s'"\\]/.test(path.slice(real.length))) return true;
        return !this.within(target, this.realRoots()) || this.askHost(path, target, 'read') === false;
      });
      this.forbiddenFiles.set(key, found);
    }
    const strange = this.inspectFiles ? this.forbiddenFiles.get(key) : folder;
    return strange === undefined ? undefined : `it is given ${strange}, which may not be read like the others`;
  }

  private escapingLinkBelow(folder: string): string | undefined {
    if (!this.inspectFiles) return folder;
    if (!this.escapingLinks.has(folder)) {
      const link = findEscapingLink(folder, this.entryBudget, (target) => this.within(target, this.realRoots()));
      this.escapingLinks.set(folder, link);
    }
    return this.escapingLinks.get(folder);
  }

  /** Cached, because a command can name the same folder many times. */
  private readonly list = (folder: string): readonly Dirent[] => {
    let entries = this.listings.get(folder);
    if (entries === undefined) {
      entries = listFolder(folder) ?? [];
      this.listings.set(folder, entries);
    }
    return entries;
  };

  /** For a path through a link, the host has to allow both the link and its target. */
  private askHost(lexical: string, real: string, access: PathAccess): boolean | undefined {
    if (this.hostDecision === undefined) return undefined;
    try {
      const byName = this.hostDecision(lexical, access);
      if (byName === false || real === lexical) return byName;
      const byTarget = this.hostDecision(real, access);
      return byTarget === false ? false : byName === true && byTarget === true ? true : undefined;
    } catch {
      // An error of the host is a refusal.
      return false;
    }
  }

  private resolve(folder: string, path: string): string | undefined {
    if (!this.inspectFiles) return posix.resolve(folder, path);
    return realPath(this.realFolderOf(folder), path, this.disk);
  }

  /** The real path of a folder. */
  realFolderOf(folder: string): string {
    let real = this.realFolders.get(folder);
    if (real === undefined) {
      // A path that does not exist is outside the workspace.
      if (!this.folderBudget.spend(1)) return '/nowhere';
      real = this.resolveFolder(folder);
    }
    return real;
  }

  private resolveFolder(folder: string): string {
    const real = this.inspectFiles ? (realFolder(folder, this.disk) ?? folder) : folder;
    this.realFolders.set(folder, real);
    return real;
  }

  private realRoots(): readonly string[] {
    this.resolvedRoots ??= this.roots.map((root) => this.realFolders.get(root) ?? this.resolveFolder(root));
    return this.resolvedRoots;
  }

  private within(path: string, roots: readonly string[]): boolean {
    return roots.some((root) => isInside(path, root));
  }
}

function describeUse(use: PathUse): string {
  return `it ${use.access === 'read' ? 'reads' : use.access === 'write' ? 'writes' : 'deletes'} ${use.path}`;
}

function isProtected(path: string, roots: readonly string[], access: PathAccess): boolean {
  const root = roots.find((folder) => isInside(path, folder));
  if (root === undefined) return true;
  if (path === root) return access === 'delete';
  return path
    .slice(root.length)
    .split('/')
    .some((name) => PROTECTED_NAMES.has(name.toLowerCase()));
}

/** A tilde that the shell left for the program to expand. */
const HOME_PATH = /^~(?:\/|$|[a-z_][\w-]*\/)/;
const HARMLESS_DEVICES = /^\/dev\/(?:null|stdin|stdout|stderr|tty|zero|full|random|urandom|fd\/\d+)$/;
/** Files that decide what runs later: repositories, editor tasks, start-up files. */
const PROTECTED_NAMES = wordSet(
  '.git .gitconfig .gitmodules .claude .vscode .idea .husky .devcontainer .ssh .envrc .npmrc',
  '.bashrc .bash_profile .bash_login .bash_logout .profile .zshrc .zshenv .zprofile .zlogin',
);
const MAX_ENTRIES = 12_000;
const MAX_PATHS = 2500;
const MAX_FOLDERS = 100;
