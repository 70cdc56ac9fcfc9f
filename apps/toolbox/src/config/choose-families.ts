import { FAMILY_NAMES, type FamilyName } from '@ku0/agent-runtime-tools';
import { UsageError } from '../command-line/usage-error.ts';
import type { CheckedConfig } from './read-config.ts';
import type { FamilyEntries } from './toolbox-config.ts';

export interface FamilySources {
  /** The value of `--families`, if it is given. */
  readonly list: string | true | undefined;
  readonly own: CheckedConfig | undefined;
  readonly trusted: CheckedConfig | undefined;
  readonly untrusted: CheckedConfig | undefined;
}

/** The families that the command line and the configurations choose. Throws a UsageError for an unknown name. */
export function chooseFamilies({ list, own, trusted, untrusted }: FamilySources): FamilyEntries {
  const chosen: FamilyEntries = { ...DEFAULTS, ...withDefaults({ ...own?.families, ...trusted?.families }) };
  return typeof list === 'string' ? onlyThese(list, chosen) : { ...chosen, ...turnedOff(untrusted) };
}

/** Every call of the toolbox is a task of its own, so undo works on the changes of all tasks. */
const DEFAULTS = { files: { changes: 'workspace' }, browser: true, task: true } as const satisfies FamilyEntries;

function withDefaults({ files, ...others }: FamilyEntries): FamilyEntries {
  if (files === undefined || files === true) return others;
  return { ...others, files: files === false ? false : { ...DEFAULTS.files, ...files } };
}

function turnedOff(untrusted: CheckedConfig | undefined): FamilyEntries {
  return Object.fromEntries(Object.entries(untrusted?.families ?? {}).filter(([, choice]) => choice === false));
}

/** The families of `--families`, with their options, and no others. */
function onlyThese(list: string, chosen: FamilyEntries): FamilyEntries {
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !FAMILY_NAMES.some((family) => family === name));
  if (unknown !== undefined)
    throw new UsageError(`There is no family ${unknown === '' ? 'without a name' : unknown}.`, {
      mistyped: { name: unknown, known: FAMILY_NAMES },
      next: [`The families: ${FAMILY_NAMES.join(', ')}`],
    });
  const choiceOf = (name: FamilyName) => (names.includes(name) ? chosen[name] || true : false);
  return Object.fromEntries(FAMILY_NAMES.map((name) => [name, choiceOf(name)]));
}
