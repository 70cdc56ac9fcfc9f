import { homedir } from 'node:os';
import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { CommandRules } from '@ku0/agent-runtime-tools-commands';
import { isObject } from '../dialects/read-answer.ts';
import { isInside } from '../files/read-bounded-file.ts';
import type { HookCall } from '../run/hook-call.ts';
import { callPaths } from './call-paths.ts';
import { claudeCalls } from './tool-input.ts';
import { claudeNames } from './tool-names.ts';

export interface RuleOptions {
  /** What `/path` starts from: the folder of the settings. */
  readonly settingsFolder: string;
  readonly home?: string;
}

/**
 * The condition of a hook, a permission rule such as `Bash(git push *)` or `Edit(*.ts)`: whether a call is one that
 * the rule is about. What cannot be told is, so that a guard runs once too often rather than once too little.
 */
export async function permissionRule(
  rule: string,
  options: RuleOptions,
): Promise<(call: HookCall) => Promise<boolean>> {
  const { tool, specifier } = parseRule(rule);
  const about = await specifierTest(tool, specifier, options);
  return async (call) => claudeNames(call.tool).some((name) => isNamed(tool, name)) && about(call);
}

/** Throws when the text is no rule. */
export function parseRule(rule: string): { readonly tool: string; readonly specifier: string | undefined } {
  const [, tool = '', , specifier] = /^\s*([\w*-]+)(\(([^]*)\))?\s*$/.exec(rule) ?? [];
  if (tool === '') throw new SyntaxError(`${JSON.stringify(rule)} is no permission rule, such as Bash(git push *)`);
  return { tool, specifier: specifier === '' || specifier === '*' ? undefined : specifier };
}

type Test = (call: HookCall) => boolean | Promise<boolean>;

const WRITERS = ['Edit', 'Write', 'MultiEdit', 'NotebookEdit'];
const READERS = ['Read', 'Glob', 'Grep', 'LS'];

/** `Edit` stands for all that writes, `Read` for all that reads, `mcp__server` for all tools of a server. */
function isNamed(tool: string, name: string): boolean {
  if (tool === name || tool === '*') return true;
  if (tool === 'Edit') return WRITERS.includes(name);
  if (tool === 'Read') return READERS.includes(name);
  if (tool.startsWith('mcp__')) return name.startsWith(`${tool.replace(/(?:__)?\*?$/, '')}__`);
  return false;
}

async function specifierTest(tool: string, specifier: string | undefined, options: RuleOptions): Promise<Test> {
  if (specifier === undefined) return () => true;
  if (tool === 'Bash') return commandTest(specifier);
  if (WRITERS.includes(tool) || READERS.includes(tool)) return pathTest(specifier, options);
  if (tool === 'WebFetch' && specifier.startsWith('domain:')) return domainTest(specifier.slice('domain:'.length));
  return () => true;
}

/** One part of a command is enough, as for rules that deny; a command that is not understood counts as one. */
async function commandTest(specifier: string): Promise<Test> {
  const { analyzeCommand, compileCommandRules, judgeCommand } = await import('@ku0/agent-runtime-tools-commands');
  const deny: CommandRules = compileCommandRules([specifier]);
  return (call) =>
    claudeCalls(call).some(({ input: { command } }) => {
      if (typeof command !== 'string') return true;
      const analysis = analyzeCommand(command, { cwd: call.cwd });
      return !analysis.complete || judgeCommand(analysis, { deny, inspectFiles: false }).decision === 'deny';
    });
}

/** Patterns as in .gitignore, against every name of every file that the call touches. */
async function pathTest(specifier: string, { settingsFolder, home = homedir() }: RuleOptions): Promise<Test> {
  const { default: ignore } = await import('ignore');
  return async ({ event, cwd, filesFrom = cwd }) => {
    const { folder, pattern } = anchored(specifier, { settingsFolder, home, cwd });
    const rules = ignore({ allowRelativePaths: true }).add(pattern);
    const paths = callPaths(isObject(event.parameters) ? event.parameters : {});
    if (paths.length === 0) return true;
    // A folder and a file may each be named by a link: no such name gets a file past its rule.
    const folders = new Set([folder, await realpath(folder).catch(() => folder)]);
    for (const path of paths) {
      const full = isAbsolute(path) ? path : resolve(filesFrom, path);
      for (const name of [full, await realName(full)]) {
        for (const start of folders) {
          if (!isInside(start, name)) continue;
          const inFolder = relative(start, name).replaceAll('\\', '/');
          if (inFolder === '' || rules.ignores(inFolder)) return true;
        }
      }
    }
    return false;
  };
}

/** A path with links resolved, as far as it exists: a file that is yet to be made has a real name too. */
async function realName(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realName(parent), basename(path));
  }
}

function anchored(
  specifier: string,
  { settingsFolder, home, cwd }: Required<RuleOptions> & { readonly cwd: string },
): { readonly folder: string; readonly pattern: string } {
  if (specifier.startsWith('//')) return { folder: '/', pattern: specifier.slice(1) };
  if (specifier.startsWith('~/')) return { folder: home, pattern: specifier.slice(1) };
  if (specifier.startsWith('/')) return { folder: settingsFolder, pattern: specifier };
  if (specifier.startsWith('./')) return { folder: cwd, pattern: specifier.slice(1) };
  return { folder: join(cwd), pattern: specifier };
}

function domainTest(domain: string): Test {
  const wanted = domain.trim().toLowerCase();
  return ({ event }) => {
    const url = isObject(event.parameters) ? event.parameters['url'] : undefined;
    const host = typeof url === 'string' ? URL.parse(url)?.hostname.toLowerCase() : undefined;
    if (host === undefined) return true;
    return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted;
  };
}
