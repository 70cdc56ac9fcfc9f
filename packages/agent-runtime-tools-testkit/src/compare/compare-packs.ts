import type { ToolHandler, ToolPack } from '@ku0/agent-runtime-tools-core';
import { highestLevel, type ChangeLevel, type PackChange } from './change.ts';
import { compareTools } from './compare-tools.ts';

export interface PackComparison {
  readonly changes: readonly PackChange[];
  /** The highest level of the changes; `patch` if there are none. */
  readonly level: ChangeLevel;
}

/** What a new version of a pack changes for those who use it, and how much its version must be raised. */
export function comparePacks(before: ToolPack, after: ToolPack): PackComparison {
  const changes = [
    ...(before.name === after.name
      ? []
      : [major(`the pack ${before.name} is now ${after.name}, and rules that name it no longer apply`)]),
    ...before.tools.flatMap((tool) => toolChanges(tool, after)),
    ...addedTools(before, after),
    ...aliasChanges(before, after),
    ...serviceChanges(before, after),
  ];
  return { changes, level: highestLevel(changes) };
}

function toolChanges(tool: ToolHandler, after: ToolPack): PackChange[] {
  const { name } = tool;
  const found = findTool(after, name);
  if (found === undefined) return [{ level: 'major', tool: name, message: 'is gone' }];
  const changes = compareTools(tool, found).map((change) => ({ ...change, tool: name }));
  if (found.name === name) return changes;
  return [{ level: 'minor', tool: name, message: `is now ${found.name}, and the old name is an alias` }, ...changes];
}

function addedTools(before: ToolPack, after: ToolPack): PackChange[] {
  const renamed = before.tools.map(({ name }) => findTool(after, name)?.name);
  return after.tools
    .filter(({ name }) => findTool(before, name) === undefined && !renamed.includes(name))
    .map(({ name }) => ({ level: 'minor', tool: name, message: 'is new' }));
}

function aliasChanges(before: ToolPack, after: ToolPack): PackChange[] {
  const [old, current] = [before.aliases ?? {}, after.aliases ?? {}];
  const removed = Object.keys(old).filter((alias) => findTool(after, alias) === undefined);
  const moved = Object.keys(old).filter((alias) => {
    const [was, is] = [findTool(before, alias)?.name ?? '', findTool(after, alias)];
    return is !== undefined && is !== findTool(after, was);
  });
  const added = Object.keys(current).filter((alias) => findTool(before, alias) === undefined);
  return [
    ...removed.map((alias) => major(`the alias ${alias} is gone`)),
    ...moved.map((alias) => major(`${alias} now means ${findTool(after, alias)?.name}`)),
    ...added.map((alias): PackChange => ({ level: 'minor', message: `the alias ${alias} is new` })),
  ];
}

function serviceChanges(before: ToolPack, after: ToolPack): PackChange[] {
  const old = before.services ?? {};
  return Object.entries(after.services ?? {}).flatMap(([name, { create }]): PackChange[] => {
    const was = Object.hasOwn(old, name) ? old[name] : undefined;
    if (create !== undefined)
      return was === undefined ? [{ level: 'minor', message: `creates the service ${name}` }] : [];
    return was !== undefined && was.create === undefined ? [] : [major(`needs the service ${name} from its host`)];
  });
}

function findTool({ tools, aliases = {} }: ToolPack, name: string): ToolHandler | undefined {
  const own = tools.find((tool) => tool.name === name);
  if (own !== undefined || !Object.hasOwn(aliases, name)) return own;
  return tools.find((tool) => tool.name === aliases[name]);
}

function major(message: string): PackChange {
  return { level: 'major', message };
}
