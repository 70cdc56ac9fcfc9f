export { shellPack } from './shell-pack.ts';
export { bashTool } from './bash/bash.tool.ts';
export { listCommandsTool } from './list-commands/list-commands.tool.ts';
export { readCommandOutputTool } from './read-command-output/read-command-output.tool.ts';
export { runCommandTool } from './run-command/run-command.tool.ts';
export { stopCommandTool } from './stop-command/stop-command.tool.ts';
export { writeCommandInputTool } from './write-command-input/write-command-input.tool.ts';
export { shellErrors } from './errors.ts';

export type { ShellOptions } from './shell-options.ts';
