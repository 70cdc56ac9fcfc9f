import type { ServerContext } from '@modelcontextprotocol/server';
import type { CallListener } from './call-events.ts';
import { sendLog } from './sdk-server.ts';

/** Sends the progress and the output of a call to its client. Failures to send do not affect the call. */
export class ClientListener implements CallListener {
  readonly #context: ServerContext;
  #last = -Infinity;

  constructor(context: ServerContext) {
    this.#context = context;
  }

  progress(done: number, total: number | undefined, message: string | undefined): void {
    const { mcpReq } = this.#context;
    const { progressToken } = mcpReq['_meta'] ?? {};
    // The protocol requires that progress increases.
    if (progressToken === undefined || done <= this.#last) return;
    this.#last = done;
    const params = {
      progressToken,
      progress: done,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message }),
    };
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  }

  output(toolName: string, chunk: string): void {
    sendLog(this.#context, 'info', chunk, toolName);
  }
}
