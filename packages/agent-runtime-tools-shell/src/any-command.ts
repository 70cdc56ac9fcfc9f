/** What a tool may do that runs whatever command it is given. */
export const anyCommand = {
  readsFiles: true,
  writesFiles: true,
  executesCommands: true,
  accessesNetwork: true,
  destructive: true,
} as const;
