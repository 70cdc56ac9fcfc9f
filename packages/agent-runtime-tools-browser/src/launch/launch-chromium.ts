import { coreErrors, errorMessage, printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { GuardedProxy } from '@ku0/agent-runtime-tools-net';
import type { Browser } from 'playwright-core';
import { hidingDescriptors } from './hiding-descriptors.ts';

export interface LaunchOptions {
  readonly executablePath: string;
  readonly proxy: GuardedProxy;
  /** An empty folder for the browser's settings and caches. */
  readonly home: string;
  readonly sandbox: boolean;
}

/** Starts a browser that can connect to nothing but the proxy. Playwright is loaded by the first launch. */
export async function launchChromium({ executablePath, proxy, home, sandbox }: LaunchOptions): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  try {
    return await chromium.launch({
      executablePath: await hidingDescriptors(executablePath, home),
      headless: true,
      chromiumSandbox: sandbox,
      args: [...CHROMIUM_FLAGS],
      // Without `<-loopback>`, Chromium connects to localhost by itself.
      proxy: { server: proxy.url, username: proxy.username, password: proxy.password, bypass: '<-loopback>' },
      env: environment(home),
      timeout: LAUNCH_TIMEOUT_MS,
      // The host decides what a signal does. Chromium ends when the pipe to this process closes.
      handleSIGHUP: false,
      handleSIGINT: false,
      handleSIGTERM: false,
    });
  } catch (error) {
    const problem = startProblem(errorMessage(error));
    throw new ToolFailure(
      coreErrors.ENGINE_NOT_AVAILABLE({
        message: `${executablePath} could not be started: ${problem}`,
        suggestion: /sandbox/i.test(problem)
          ? 'Chromium cannot use its sandbox here. Allow unprivileged user namespaces, or set browserPack({ sandbox: false }) if everything that pages can do is confined in another way.'
          : 'Start the program by hand to see what is missing, or configure another: browserPack({ executablePath }).',
      }),
      { cause: error },
    );
  }
}

const LAUNCH_TIMEOUT_MS = 30_000;

const CHROMIUM_FLAGS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // QUIC and WebRTC use UDP, which does not go through the proxy. Older versions know only the second name.
  '--disable-quic',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // The proxy resolves names. A name that Chromium looks up by itself (for a prefetch, say) is not found.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  // Bounds the memory of a page's scripts, and the disk space of its cache.
  '--js-flags=--max-old-space-size=512',
  '--disk-cache-size=67108864',
] as const;

/**
 * Only what Chromium needs: the variables of the host may hold secrets. What a killed Chromium leaves in its temporary folder goes
 * with its home. Where the path of that would be too long for the socket that Chromium makes there, it uses the host's folder.
 */
function environment(home: string): Record<string, string> {
  const kept = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'SYSTEMROOT', 'WINDIR', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE'];
  const variables = kept.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const temporary = Buffer.byteLength(home) <= LONGEST_TEMPORARY_FOLDER ? { TMPDIR: home } : {};
  return { ...Object.fromEntries(variables), ...temporary, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home };
}

/** A socket's path has at most 103 bytes on macOS, 107 on Linux. "/org.chromium.Chromium.123456/SingletonSocket" are 45 of them. */
const LONGEST_TEMPORARY_FOLDER = 58;

/** The first line of Playwright's report, and the line in which Chromium says what is wrong. */
function startProblem(report: string): string {
  const [first = '', ...lines] = report.split('\n').map((line) => line.trim());
  // The command line is part of the report, and contains words like "sandbox" too.
  const output = lines.filter((line) => line.includes('[err]') && !line.includes('<launching>'));
  const fault = output.find((line) => /error while loading|FATAL|ERROR|sandbox|too long|No such file/i.test(line));
  return printable([first, fault].filter((line) => line !== undefined).join(' ')).slice(0, 500);
}
