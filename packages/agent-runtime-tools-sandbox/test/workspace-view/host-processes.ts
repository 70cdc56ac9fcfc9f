import { createProcesses } from '@ku0/agent-runtime-tools-processes';

/** For what a test does on the host. */
export const processes = createProcesses();
