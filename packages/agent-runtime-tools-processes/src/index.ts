export { createProcesses } from './create-processes.ts';
export { processErrors } from './errors.ts';
export { checkVariables } from './environment/build-environment.ts';
export { traceVariables } from './environment/trace-variables.ts';
export { inheritedNames } from './environment/inherited-names.ts';
export { inheritableDescriptors } from './platform/inheritable-descriptors.ts';
export { withHiddenDescriptors, type StdioEntry } from './platform/hiding-stdio.ts';
export { cleanText } from './terminal/clean-text.ts';
export { LiveOutput } from './terminal/live-output.ts';
export { stripColours } from './terminal/strip-colours.ts';

export type {
  ConfinedCommand,
  ConfinedEnding,
  Confinement,
  ConfinementRequest,
  ConfinementResult,
} from './confinement.ts';
export type { LineTest, OutputPage, ProcessHandle, ReadOptions, StartResult, WriteResult } from './process-handle.ts';
export type { EndReport, Processes } from './processes.ts';
export type { ProcessesOptions } from './processes-options.ts';
export type { Command, OutputStream, ProgramOptions, RunOptions, StartOptions } from './run-options.ts';
export type { RunResult, RunStatus, Survivor } from './run-result.ts';
