import type { Command, CommandGroup } from '../command-line/command.ts';
import { CHANGE_COMMANDS } from './table/change-commands.ts';
import { PACK_COMMANDS } from './table/pack-commands.ts';
import { RULE_COMMANDS } from './table/rule-commands.ts';
import { SET_UP_COMMANDS } from './table/set-up-commands.ts';
import { TOOL_COMMANDS } from './table/tool-commands.ts';

/** The commands, in the order of the help. */
export const COMMAND_GROUPS: readonly CommandGroup[] = [
  { title: 'Tools', commands: TOOL_COMMANDS },
  { title: 'Changes and stored data', commands: CHANGE_COMMANDS },
  { title: 'Rules, trust and records', commands: RULE_COMMANDS },
  { title: 'Writing tools', commands: PACK_COMMANDS },
  { title: 'Set-up', commands: SET_UP_COMMANDS },
];

export const COMMANDS: readonly Command[] = COMMAND_GROUPS.flatMap(({ commands }) => commands);
