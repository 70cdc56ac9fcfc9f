import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { ToolFailure, coreErrors } from '@ku0/agent-runtime-tools-core';

export interface ChromiumPlaces {
  /** The path that the host configured. No other place is tried then. */
  readonly executablePath?: string | undefined;
  readonly platform?: NodeJS.Platform;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The path of an installed Chromium or Chrome. Throws `ENGINE_NOT_AVAILABLE`, with what to install. */
export async function findChromium({
  executablePath,
  platform = process.platform,
  env = process.env,
}: ChromiumPlaces = {}): Promise<string> {
  const candidates = executablePath === undefined ? usualPlaces(platform, env) : [executablePath];
  for (const path of candidates) {
    if (await isExecutable(path)) return path;
  }
  throw new ToolFailure(
    coreErrors.ENGINE_NOT_AVAILABLE({
      message:
        executablePath === undefined
          ? 'No Chromium or Chrome was found.'
          : `There is no program at the configured path ${executablePath}.`,
      suggestion:
        `Install ${INSTALL_WITH[platform] ?? 'Chromium or Chrome'}, or configure its path: ` +
        `browserPack({ executablePath }). Pages that need no scripts can be read with web_fetch.`,
    }),
  );
}

const INSTALL_WITH: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: 'Chromium (Debian and Ubuntu: apt install chromium; Fedora: dnf install chromium)',
  darwin: 'Chromium (brew install --cask chromium) or Google Chrome',
  win32: 'Google Chrome (winget install Google.Chrome)',
};

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'];

const MAC_APPLICATIONS = [
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

const WINDOWS_PROGRAMS = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];

function usualPlaces(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): string[] {
  if (platform === 'win32') {
    const folders = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter((each) => each);
    return folders.flatMap((folder) => WINDOWS_PROGRAMS.map((program) => join(folder ?? '', program)));
  }
  // An empty entry of PATH means the working folder, which may hold anything.
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder.startsWith('/'));
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  if (platform === 'darwin') return [...MAC_APPLICATIONS.map((app) => `/Applications/${app}`), ...onPath];
  return [...onPath, '/usr/bin/chromium', '/snap/bin/chromium', '/opt/google/chrome/chrome'];
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
