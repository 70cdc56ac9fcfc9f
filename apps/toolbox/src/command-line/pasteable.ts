/** A command to go on with. npm prints lines of its own, which have no place where a program reads the output. */
export function pasteable(program: string, command: string): string {
  const isForPrograms = /(?:^| )--(?:json|format)(?: |$)/.test(command);
  return `${isForPrograms ? program.replace(/^npm run /, 'npm run --silent ') : program} ${command}`;
}
