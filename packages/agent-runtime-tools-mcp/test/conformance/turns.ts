import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The suite starts all its clients at once, which takes minutes on a small machine. This lets a few of them run at a time. */
export async function startTurns(atOnce: number): Promise<{ readonly port: number; close(): void }> {
  const waiting: Socket[] = [];
  let running = 0;
  const next = (): void => {
    for (; running < atOnce && waiting.length > 0; running++) waiting.shift()?.write('go');
  };
  const server = createServer((client) => {
    waiting.push(client);
    client.on('error', () => client.destroy());
    client.on('close', () => {
      const place = waiting.indexOf(client);
      if (place === -1) running--;
      else waiting.splice(place, 1);
      next();
    });
    client.resume();
    next();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}

/** Waits until this process may run. Its turn ends with the process. */
export async function takeTurn(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'data');
  socket.unref();
}
