import { platform } from '../platform/current-platform.ts';
import type { RootProcess } from '../platform/platform.ts';
import { signalProcess } from '../platform/signal-group.ts';

/**
 * Kills the program when this process exits or is ended by SIGINT, SIGTERM or SIGHUP. Programs are in their own process
 * groups, so without this they would survive. A SIGKILL of this process still leaves them running. Returns a function that
 * unregisters the program.
 */
export function killOnHostExit(root: RootProcess): () => void {
  if (running.size === 0) listen();
  running.add(root);
  return () => {
    if (running.delete(root) && running.size === 0) stopListening();
  };
}

const running = new Set<RootProcess>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function listen(): void {
  process.on('exit', killAll);
  for (const signal of SIGNALS) process.on(signal, onSignal);
}

function stopListening(): void {
  process.off('exit', killAll);
  for (const signal of SIGNALS) process.off(signal, onSignal);
}

/** A host with its own handler decides when to exit. Otherwise the signal is sent again, so that the default applies. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killAll();
  stopListening();
  process.kill(process.pid, signal);
}

function killAll(): void {
  for (const root of running) if (!root.groupGone) platform.signalTree(root.pid, 'SIGKILL');
  for (const pid of platform.pidsWithMarks([...running].map(({ mark }) => mark))) signalProcess(pid, 'SIGKILL');
}
