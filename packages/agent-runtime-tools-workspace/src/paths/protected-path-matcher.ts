import { foldName } from './fold-name.ts';

/** Whether a path, relative to a root, has a part that may be written only with an explicit approval. */
export type ProtectedPathMatcher = (relative: string) => boolean;

/**
 * Matches names that make programs run something, that configure this runtime, or that hold credentials. `more` adds names;
 * `name*` matches every name that begins so.
 */
export function protectedPathMatcher(more: readonly string[] = []): ProtectedPathMatcher {
  const exact = new Set(EXACT);
  const prefixes = [...PREFIXES];
  for (const name of more) {
    if (name.endsWith('*')) prefixes.push(foldName(name.slice(0, -1)));
    else exact.add(foldName(name));
  }
  const isProtectedName = (folded: string): boolean =>
    exact.has(folded) || prefixes.some((prefix) => folded.startsWith(prefix)) || SHORT_GIT.test(folded);
  return (relative) => {
    const names = relative.split(/[/\\]/).map(foldName);
    return names.some(isProtectedName) || FISH.test(names.join('/'));
  };
}

const EXACT = [
  // Repositories: hooks, filters and aliases run programs.
  '.git',
  '.gitmodules',
  '.gitconfig',
  '.husky',
  '.hg',
  '.svn',
  '.jj',
  // Editors, agents and their servers.
  '.vscode',
  '.idea',
  '.devcontainer',
  '.mcp.json',
  '.claude',
  '.claude.json',
  '.cursor',
  '.gemini',
  '.codex',
  '.aider.conf.yml',
  '.cline',
  '.clineignore',
  '.roo',
  '.rooignore',
  '.roomodes',
  // Configuration of this runtime.
  '.toolignore',
  // Start-up files of shells and environments.
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.bash_aliases',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '.kshrc',
  '.cshrc',
  '.tcshrc',
  '.login',
  '.logout',
  '.inputrc',
  '.xprofile',
  '.xinitrc',
  '.xsession',
  '.envrc',
  '.direnv',
  // Credentials, and package managers that run what their configuration names.
  '.ssh',
  '.gnupg',
  '.aws',
  '.kube',
  '.netrc',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pnpmfile.cjs',
  '.pypirc',
];

const PREFIXES = ['.toolbox', 'toolbox.config', '.clinerules', '.roorules'];

/** The 8.3 names that Windows gives `.git`. */
const SHORT_GIT = /^git~\d+$/;
const FISH = /(?:^|\/)\.config\/fish(?:\/|$)/;
