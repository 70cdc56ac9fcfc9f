import { definePack } from '@ku0/agent-runtime-tools-core';
import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { PROVIDE_WORKSPACE } from '@ku0/agent-runtime-tools-workspace';
import { bashTool } from './bash/bash.tool.ts';
import { listCommandsTool } from './list-commands/list-commands.tool.ts';
import { readCommandOutputTool } from './read-command-output/read-command-output.tool.ts';
import { runCommandTool } from './run-command/run-command.tool.ts';
import type { ShellOptions } from './shell-options.ts';
import { stopCommandTool } from './stop-command/stop-command.tool.ts';
import { writeCommandInputTool } from './write-command-input/write-command-input.tool.ts';
import { packVersions } from './version.ts';

/** The tools that run commands in the foreground and in the background. */
export function shellPack(options: ShellOptions = {}) {
  return definePack({
    name: 'shell',
    ...packVersions,
    tools: [
      bashTool(options),
      runCommandTool(options),
      readCommandOutputTool(options),
      writeCommandInputTool,
      stopCommandTool,
      listCommandsTool,
    ],
    aliases: { execute_command: 'run_command' },
    services: {
      workspace: { provideWith: PROVIDE_WORKSPACE },
      processes: {
        provideWith: 'new ToolCoordinator({ services: { processes: createProcesses() } })',
        create: () => createProcesses(),
      },
    },
  });
}
