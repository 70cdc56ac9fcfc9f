import { connect as connectTcp, isIP, type Socket } from 'node:net';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import { ToolFailure, printable } from '@ku0/agent-runtime-tools-core';
import type { Destination } from '../address/address-rules.ts';
import { netErrors } from '../errors.ts';

/** Opens a TCP connection to one address that has been checked. */
export type Dial = (target: { readonly address: string; readonly port: number }) => Socket;

export const defaultDial: Dial = ({ address, port }) => connectTcp({ host: address, port, noDelay: true });

export interface ConnectionLimits {
  readonly dial: Dial;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Connects to the first address that answers. The socket belongs to the caller. */
export async function openConnection(
  { host, port }: Destination,
  addresses: readonly string[],
  { dial, timeoutMs, signal }: ConnectionLimits,
): Promise<Socket> {
  const deadline = performance.now() + timeoutMs;
  let lastError: unknown;
  for (const [index, address] of addresses.entries()) {
    const left = deadline - performance.now();
    if (left <= 0) break;
    // A dead address leaves time for those after it.
    const share = index === addresses.length - 1 ? left : Math.max(250, left / 2);
    try {
      return await established(dial({ address, port }), 'connect', { timeoutMs: share, signal });
    } catch (error) {
      signal?.throwIfAborted();
      lastError = error;
    }
  }
  throw new ToolFailure(
    netErrors.CONNECTION_FAILED({
      message: `No connection to ${printable(host)}, port ${port}${reasonOf(lastError)}.`,
    }),
    { cause: lastError },
  );
}

/** Starts TLS on an open connection; the certificate is checked against the host name, not the address. */
export async function startTls(
  socket: Socket,
  { host }: Destination,
  { tls, ...limits }: Omit<ConnectionLimits, 'dial'> & { readonly tls: ConnectionOptions },
): Promise<TLSSocket> {
  // Loaded on demand because it takes long, and at once because nobody handles the errors of the socket meanwhile.
  const secure = process.getBuiltinModule('node:tls').connect({
    ...tls,
    socket,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['http/1.1'],
  });
  try {
    return await established(secure, 'secureConnect', limits);
  } catch (error) {
    socket.destroy();
    limits.signal?.throwIfAborted();
    throw new ToolFailure(
      netErrors.CONNECTION_FAILED({
        message: `No secure connection to ${printable(host)}${reasonOf(error)}.`,
        retryable: false,
      }),
      { cause: error },
    );
  }
}

async function established<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
): Promise<S> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(new Error(`no answer within ${Math.round(timeoutMs)} ms`)), timeoutMs);
    const onAbort = (): void => fail(new Error('aborted'));
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      socket.removeListener('error', fail).removeListener(event, succeed);
    };
    const succeed = (): void => {
      finish();
      resolve(socket);
    };
    const fail = (error: Error): void => {
      finish();
      // An error that comes after the first one must not crash the process.
      socket.on('error', () => undefined).destroy();
      reject(error);
    };
    socket.once('error', fail).once(event, succeed);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted === true) onAbort();
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `: ${printable(error.message)}` : '';
}
