/** The capabilities of a tool that runs arbitrary commands. */
export const commandCapabilities = {
  readsFiles: true,
  writesFiles: true,
  executesCommands: true,
  accessesNetwork: true,
  destructive: true,
} as const;
