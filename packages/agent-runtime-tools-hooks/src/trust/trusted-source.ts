import { realpath } from 'node:fs/promises';
import { relative } from 'node:path';
import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { trustDigest, type TrustPart, type TrustSubject } from '@ku0/agent-runtime-tools-workspace';
import { namedScripts, type HookCommand } from './named-scripts.ts';
import { ScriptFiles } from './script-files.ts';

/** Knows what a person has trusted: a trust store of the workspace package, or the host's own. */
export interface TrustChecker {
  isTrusted(subject: TrustSubject): Promise<boolean>;
}

/** A file of a workspace that contains hooks, and their commands. */
export interface WorkspaceSource {
  readonly workspace: string;
  readonly file: string;
  readonly content: string | Uint8Array;
  readonly commands: readonly HookCommand[];
}

export type TrustVerdict =
  /** `scripts` has one digest per command, of the files it named when it was trusted. */
  | { readonly kind: 'trusted'; readonly scripts: readonly string[] }
  | { readonly kind: 'untrusted'; readonly subject: TrustSubject }
  | { readonly kind: 'undecidable'; readonly why: string };

/** Whether exactly this content and the scripts it names are trusted. Fails closed. */
export async function judgeTrust(
  { workspace, file, content, commands }: WorkspaceSource,
  trust: TrustChecker,
): Promise<TrustVerdict> {
  try {
    // The content is untrusted so far, so the work it causes is limited.
    const chars = commands.reduce((sum, { command, args = [] }) => sum + [command, ...args].join(' ').length, 0);
    if (chars > MAX_COMMAND_CHARS) throw new Error(`its commands are longer than ${MAX_COMMAND_CHARS} characters`);
    if (commands.length > MAX_COMMANDS) throw new Error(`it has more than ${MAX_COMMANDS} commands`);
    const real = await realpath(workspace);
    const files = new ScriptFiles();
    const named: TrustPart[][] = [];
    for (const command of commands) named.push(await namedScripts(command, { workspace: real, files }));
    const name = relative(real, await realpath(file)).replaceAll('\\', '/');
    const subject: TrustSubject = {
      workspace: real,
      subject: `hooks:${name}`,
      digest: trustDigest([{ name: `hooks:${name}`, content }, ...uniqueByName(named.flat())]),
    };
    // Only `true` counts: an object, even one that says no, would be truthy.
    const trusted: unknown = await trust.isTrusted(subject);
    return trusted === true
      ? { kind: 'trusted', scripts: named.map((parts) => files.digest(parts)) }
      : { kind: 'untrusted', subject };
  } catch (error) {
    return { kind: 'undecidable', why: errorMessage(error) };
  }
}

const MAX_COMMAND_CHARS = 20_000;
const MAX_COMMANDS = 500;

/** Checked before every run: why a trusted command must not run any more. */
export function refusalWhenChanged(
  command: HookCommand,
  {
    workspace,
    digest,
    file,
  }: { readonly workspace: string; readonly digest: string | undefined; readonly file: string },
): (call: { readonly cwd: string }) => Promise<string | undefined> {
  return async ({ cwd }) => {
    try {
      const files = new ScriptFiles();
      const places = { workspace: await realpath(workspace), cwd: await realpath(cwd), files };
      if (files.digest(await namedScripts(command, places)) === digest) return undefined;
    } catch {
      // A file that cannot be read is not the trusted one.
    }
    return `a script that it names is not the one that was trusted with ${file}; trust it again`;
  };
}

function uniqueByName(parts: readonly TrustPart[]): TrustPart[] {
  return [...new Map(parts.map((part) => [part.name, part])).values()];
}
