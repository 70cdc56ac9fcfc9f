import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { Finding } from './finding.ts';
import { packageManager } from './package-manager.ts';
import { PROGRAMS, type Program } from './programs.ts';
import { runVersion } from './run-version.ts';

/** Looks for everything that tools can use, and tries it. Never rejects. */
export async function examine(): Promise<Finding[]> {
  return [
    { name: 'node', state: 'works', version: process.versions.node, path: process.execPath, enables: 'the toolbox' },
    ...(await Promise.all([ripgrep(), bubblewrap(), chromium(), ...PROGRAMS.map(onPath)])),
  ];
}

/** The search family brings its own ripgrep. */
async function ripgrep(): Promise<Finding> {
  const { bundledRipgrep } = await import('@ku0/agent-runtime-tools-search');
  const path = await bundledRipgrep();
  const about = { name: 'ripgrep', enables: 'fast searches; without it, grep and glob search in JavaScript' };
  const install = 'It comes with the package search: install the packages again, with optional dependencies';
  if (path === undefined) return { ...about, state: 'missing', install };
  return found(about, path, ['--version'], install);
}

/** To be installed is not enough: the system must let it confine programs, which only a test run shows. */
async function bubblewrap(): Promise<Finding> {
  const about = { name: 'bubblewrap', enables: 'run_code, and commands of the shell in the sandbox' };
  const install = INSTALL_BUBBLEWRAP[packageManager() ?? 'other'] ?? 'It exists for Linux only';
  const path = await firstOnPath(['bwrap']);
  if (path === undefined) return { ...about, state: 'missing', install };
  const { checkSandbox } = await import('./check-sandbox.ts');
  const checked = await checkSandbox();
  if (checked.ok) return found(about, path, ['--version'], install);
  const { message, suggestion } = checked.error;
  return {
    ...about,
    state: 'broken',
    path,
    problem: message,
    ...(suggestion !== undefined && { install: suggestion }),
  };
}

const INSTALL_BUBBLEWRAP: Readonly<Record<string, string>> = {
  apt: 'apt install bubblewrap',
  dnf: 'dnf install bubblewrap',
  pacman: 'pacman -S bubblewrap',
  apk: 'apk add bubblewrap',
};

async function chromium(): Promise<Finding> {
  const about = { name: 'chromium', enables: 'the browser tool' };
  const { findChromium } = await import('@ku0/agent-runtime-tools-browser');
  try {
    return await found(about, await findChromium(), ['--version']);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return { ...about, state: 'missing', install: error.error.suggestion ?? 'Install Chromium or Chrome' };
  }
}

async function onPath({
  name,
  commands,
  versionArguments = ['--version'],
  enables,
  install,
}: Program): Promise<Finding> {
  const howTo = install[packageManager() ?? 'other'] ?? install.other;
  const path = await firstOnPath(commands);
  if (path === undefined) return { name, enables, state: 'missing', install: howTo };
  // A language server without a version option would wait for requests.
  if (versionArguments.length === 0) return { name, enables, state: 'works', path };
  return found({ name, enables }, path, versionArguments, howTo);
}

async function found(
  about: Pick<Finding, 'name' | 'enables'>,
  path: string,
  versionArguments: readonly string[],
  install?: string,
): Promise<Finding> {
  const { version, problem } = await runVersion(path, versionArguments);
  if (problem === undefined) return { ...about, state: 'works', ...(version !== undefined && { version }), path };
  return {
    ...about,
    state: 'broken',
    path,
    ...(problem !== undefined && { problem }),
    ...(install !== undefined && { install }),
  };
}

/** Only absolute folders count: an empty or relative entry of PATH means the working folder, which may hold anything. */
async function firstOnPath(commands: readonly string[]): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const suffix = process.platform === 'win32' ? '.exe' : '';
  for (const command of commands) {
    for (const folder of folders) {
      const path = join(folder, command + suffix);
      const isThere = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (isThere) return path;
    }
  }
  return undefined;
}
