import { homedir } from 'node:os';
import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { isRecord } from '@ku0/agent-runtime-tools-core';
import {
  RULE_NAMES,
  compileIgnorePattern,
  compileNameGlob,
  parsePermissionRule,
  type PathSpecifier,
  type PermissionRule,
} from '@ku0/agent-runtime-tools-rules';
import { isInside } from '../files/read-bounded-file.ts';
import type { HookCall } from '../run/hook-call.ts';
import { callPaths } from './call-paths.ts';
import { claudeCalls } from './claude-calls.ts';
import { claudeNames } from './claude-names.ts';

export interface ConditionOptions {
  /** Where `/path` starts: the folder of the settings. */
  readonly settingsFolder: string;
  readonly home?: string;
}

type CallTest = (call: HookCall) => boolean | Promise<boolean>;

/**
 * Compiles the `if` of a hook, a permission rule such as `Bash(git push *)` or `Edit(*.ts)`, into a test for calls. A call
 * that cannot be judged passes the test: a guard had better run once too often than once too little. Throws a TypeError for a
 * text that is not a rule.
 */
export async function compileCondition(
  text: string,
  options: ConditionOptions,
): Promise<(call: HookCall) => Promise<boolean>> {
  const rule = parsePermissionRule(text);
  const isAboutTool = toolTest(rule);
  const isAboutArguments = await argumentsTest(rule, options);
  return async (call) => claudeNames(call.tool).some(isAboutTool) && isAboutArguments(call);
}

/** Tests a name that a tool has in Claude Code. */
function toolTest(rule: PermissionRule): (name: string) => boolean {
  if (rule.kind === 'server') return (name) => rule.server.restricts(name);
  const named = RULE_NAMES.get(rule.tool);
  if (named === undefined) return compileNameGlob(rule.tool);
  if (named.only !== undefined) return (name) => name === rule.tool;
  return (name) => RULE_NAMES.get(name)?.family === named.family;
}

async function argumentsTest(rule: PermissionRule, options: ConditionOptions): Promise<CallTest> {
  switch (rule.kind) {
    case 'command':
      return commandTest(rule.command);
    case 'path':
      return pathTest(rule.path, options);
    case 'host':
      return ({ event: { parameters } }) => {
        const url = isRecord(parameters) ? parameters['url'] : undefined;
        return typeof url !== 'string' || rule.host.restricts(url);
      };
    default:
      return () => true;
  }
}

/** One part of a command is enough, as for rules that deny; so is a command that is not understood. */
async function commandTest(specifier: string): Promise<CallTest> {
  const { analyzeCommand, compileCommandRules, judgeCommand } = await import('@ku0/agent-runtime-tools-commands');
  const deny = compileCommandRules([specifier]);
  return (call) =>
    claudeCalls(call).some(({ input: { command } }) => {
      if (typeof command !== 'string') return true;
      const analysis = analyzeCommand(command, { cwd: call.cwd });
      return !analysis.complete || judgeCommand(analysis, { deny, inspectFiles: false }).decision === 'deny';
    });
}

/** Tries every name of every file that the call touches: through a link, one of its names is enough. */
function pathTest({ start, pattern }: PathSpecifier, options: ConditionOptions): CallTest {
  const matches = compileIgnorePattern(pattern);
  return async ({ event: { parameters }, cwd, filesFrom = cwd }) => {
    const paths = callPaths(isRecord(parameters) ? parameters : {});
    if (paths.length === 0) return true;
    const folder = startFolder(start, { ...options, cwd });
    const folders = new Set([folder, await realpath(folder).catch(() => folder)]);
    for (const path of paths) {
      const full = isAbsolute(path) ? path : resolve(filesFrom, path);
      for (const name of [full, await realName(full)]) {
        for (const each of folders) {
          if (!isInside(each, name)) continue;
          const below = relative(each, name).replaceAll('\\', '/');
          if (below === '' || matches(below)) return true;
        }
      }
    }
    return false;
  };
}

/** Resolves links as far as the path exists: a file that is yet to be made has a real name too. */
async function realName(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realName(parent), basename(path));
  }
}

function startFolder(
  start: PathSpecifier['start'],
  { settingsFolder, home = homedir(), cwd }: ConditionOptions & { readonly cwd: string },
): string {
  switch (start) {
    case 'disk':
      return '/';
    case 'home':
      return home;
    case 'settings':
      return settingsFolder;
    default:
      return cwd;
  }
}
