import { platform } from '../platform/current-platform.ts';
import type { Root } from '../platform/platform.ts';
import { signalProcess } from '../platform/signal-group.ts';

/**
 * Programs lead groups of their own, so neither the end of this process nor an interrupt from the terminal reaches
 * them by itself. While at least one is registered, both do. Only a SIGKILL of this process leaves them running.
 */
export function endWithHost(root: Root): () => void {
  if (running.size === 0) listen();
  running.add(root);
  return () => {
    if (running.delete(root) && running.size === 0) stopListening();
  };
}

const running = new Set<Root>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function listen(): void {
  process.on('exit', endAll);
  for (const signal of SIGNALS) process.on(signal, onSignal);
}

function stopListening(): void {
  process.off('exit', endAll);
  for (const signal of SIGNALS) process.off(signal, onSignal);
}

/** A host that handles the signal decides itself when to end; otherwise it ends as it would have without us. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  endAll();
  stopListening();
  process.kill(process.pid, signal);
}

function endAll(): void {
  for (const root of running) if (!root.groupGone) platform.signalTree(root.pid, 'SIGKILL');
  for (const pid of platform.marked([...running].map(({ mark }) => mark))) signalProcess(pid, 'SIGKILL');
}
