import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import type { OwnedCommands } from '../background/owned-commands.ts';
import type { ShellSettings } from '../shell-options.ts';

/** What running a command takes besides the command: the pack's settings, its commands, and the call. */
export interface CommandOptions {
  readonly settings: ShellSettings;
  readonly owned: OwnedCommands;
  readonly context: ToolContext;
}
