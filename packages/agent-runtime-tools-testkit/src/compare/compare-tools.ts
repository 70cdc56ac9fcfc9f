import type { ToolHandler } from '@ku0/agent-runtime-tools-core';
import type { PackChange } from './change.ts';
import { compareSchemas } from './compare-schemas.ts';

/** What a new version of a tool changes for those who call it, allow it or read its values. */
export function compareTools(before: ToolHandler, after: ToolHandler): PackChange[] {
  return [
    ...(before.description === after.description
      ? []
      : [{ level: 'patch' as const, message: 'has another description' }]),
    ...compareSchemas(before.parameters, after.parameters, 'input').map(({ level, message }) => ({
      level,
      message: `parameter ${message}`,
    })),
    ...parameterAliasChanges(before, after),
    ...outputChanges(before, after),
    ...capabilityChanges(before, after),
    ...approvalChanges(before, after),
    ...labelChanges(before, after),
  ];
}

function outputChanges({ output: before }: ToolHandler, { output: after }: ToolHandler): PackChange[] {
  if (before === undefined)
    return after === undefined ? [] : [{ level: 'minor', message: 'has a schema of its output' }];
  if (after === undefined) return [{ level: 'major', message: 'no longer has a schema of its output' }];
  return compareSchemas(before, after, 'output').map(({ level, message }) => ({ level, message: `output ${message}` }));
}

/** Whatever a tool newly does was not part of what people have allowed; whatever it no longer promises was relied on. */
function capabilityChanges({ capabilities: before }: ToolHandler, { capabilities: after }: ToolHandler): PackChange[] {
  const flags = EFFECTS.filter((flag) => before[flag] !== after[flag]).map((flag): PackChange => ({
    level: after[flag] ? 'major' : 'minor',
    message: after[flag] ? `now ${EFFECT_WORDS[flag]}` : `no longer ${EFFECT_WORDS[flag]}`,
  }));
  const promises = PROMISES.filter((flag) => before[flag] !== after[flag]).map((flag): PackChange => ({
    level: after[flag] ? 'minor' : 'major',
    message: after[flag] ? `is now ${flag}` : `is no longer ${flag}`,
  }));
  const engine: PackChange[] =
    before.requiresEngine === after.requiresEngine
      ? []
      : [
          {
            level: after.requiresEngine === undefined ? 'minor' : 'major',
            message:
              after.requiresEngine === undefined ? 'needs no engine' : `needs the engine ${after.requiresEngine}`,
          },
        ];
  return [...flags, ...promises, ...engine];
}

const EFFECT_WORDS = {
  readsFiles: 'reads files',
  writesFiles: 'writes files',
  executesCommands: 'runs commands',
  accessesNetwork: 'uses the network',
  destructive: 'destroys data',
} as const;
const EFFECTS = ['readsFiles', 'writesFiles', 'executesCommands', 'accessesNetwork', 'destructive'] as const;
const PROMISES = ['idempotent', 'retryable'] as const;

/** Both directions break somebody: who cannot ask, and who relies on being asked. */
function approvalChanges(before: ToolHandler, after: ToolHandler): PackChange[] {
  const [old, current] = [approvalOf(before), approvalOf(after)];
  return old === current ? [] : [{ level: 'major', message: `${old} is now: ${current}` }];
}

function approvalOf({ requiresApproval = false }: ToolHandler): string {
  if (typeof requiresApproval === 'function') return 'asks in some cases';
  return requiresApproval ? 'always asks' : 'never asks';
}

function parameterAliasChanges(before: ToolHandler, after: ToolHandler): PackChange[] {
  const [old, current] = [before.parameterAliases ?? {}, after.parameterAliases ?? {}];
  const removed = Object.keys(old).filter((alias) => old[alias] !== current[alias]);
  const added = Object.keys(current).filter((alias) => !Object.hasOwn(old, alias));
  return [
    ...removed.map((alias): PackChange => ({ level: 'major', message: `parameter alias ${alias} is gone` })),
    ...added.map((alias): PackChange => ({ level: 'minor', message: `parameter alias ${alias} is new` })),
  ];
}

/** Rules select tools by tags and category. */
function labelChanges(before: ToolHandler, after: ToolHandler): PackChange[] {
  const [old, current] = [labelsOf(before), labelsOf(after)];
  return [
    ...old
      .filter((each) => !current.includes(each))
      .map((each): PackChange => ({ level: 'major', message: `${each} is gone` })),
    ...current
      .filter((each) => !old.includes(each))
      .map((each): PackChange => ({ level: 'minor', message: `${each} is new` })),
  ];
}

function labelsOf({ tags = [], category }: ToolHandler): string[] {
  return [...tags.map((tag) => `tag ${tag}`), ...(category === undefined ? [] : [`category ${category}`])];
}
