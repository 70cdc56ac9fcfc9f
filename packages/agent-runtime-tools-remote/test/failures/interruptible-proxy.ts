import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A network between a process and a server that can be cut: connections stay open, and nothing passes any more. */
export class InterruptibleProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(target: number) {
    this.#server = createServer((socket) => {
      const other = connect(target, '127.0.0.1');
      for (const each of [socket, other]) {
        this.#sockets.add(each);
        each.on('error', () => undefined);
        each.on('close', () => this.#sockets.delete(each));
      }
      socket.on('close', () => other.destroy());
      other.on('close', () => socket.destroy());
      socket.on('data', (data) => this.#isCut || other.write(data));
      other.on('data', (data) => this.#isCut || socket.write(data));
    });
  }

  static async start(target: number): Promise<InterruptibleProxy> {
    const proxy = new InterruptibleProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' ? (address?.port ?? 0) : 0;
  }

  /** What is sent from now on is lost. */
  cut(): void {
    this.#isCut = true;
  }

  /** Ends the connections that have lost something; new ones work. */
  mend(): void {
    this.#isCut = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
