import type { ProcessesSettings } from '../processes-options.ts';
import { OutputLog } from './output-log.ts';

/** A log of one program within the limits of its service. */
export function newLog({ spoolDir, spoolLimitBytes: limitBytes, spoolRoom: room }: ProcessesSettings): OutputLog {
  return new OutputLog({ spoolDir, limitBytes, room });
}
