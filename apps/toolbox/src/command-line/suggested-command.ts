import { basename, relative } from 'node:path';
import { exampleArguments, type ToolHandler } from '@ku0/agent-runtime-tools-core';

/** The command that started this program, so that suggested commands can be pasted into the same shell. */
export function programName(script: string | undefined, cwd: string, env: NodeJS.ProcessEnv): string {
  if (env['npm_lifecycle_event'] === 'start' || env['npm_lifecycle_event'] === 'toolbox') return 'npm run toolbox --';
  if (script === undefined || !basename(script).endsWith('.js')) return 'toolbox';
  const path = relative(cwd, script);
  return `node ${path.startsWith('..') ? script : path}`;
}

/** A command of this program to paste. If its output is JSON, npm is told not to print its own lines. */
export function suggestedCommand(program: string, command: string): string {
  const printsJson = /(?:^| )--(?:json|format)(?: |$)/.test(command);
  return `${printsJson ? program.replace(/^npm run /, 'npm run --silent ') : program} ${command}`;
}

/** A call of the tool with example arguments. */
export function exampleCall(tool: ToolHandler, program: string): string {
  return `${program} call ${tool.name} ${shellWord(JSON.stringify(exampleArguments(tool.parameters)))}`;
}

/** Quotes a text for a shell if that is necessary. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
