import { loadavg } from 'node:os';

/** The load average of the machine over the last minute. */
export function machineLoad(): number {
  return loadavg()[0] ?? 0;
}
