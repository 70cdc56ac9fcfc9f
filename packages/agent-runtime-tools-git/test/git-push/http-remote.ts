import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { git, GIT_ENV } from '../git-for-test.ts';

/** A git server on this machine that takes pushes of ada with the password `secret`. */
export async function openHttpRemote() {
  const folder = await createTestFolder();
  git(folder.path, ['init', '-q', '--bare', '-b', 'main', 'project.git']);
  git(`${folder.path}/project.git`, ['config', 'http.receivepack', 'true']);
  const backend = `${execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim()}/git-http-backend`;
  const server = createServer((request, response) => {
    const expected = `Basic ${Buffer.from('ada:secret').toString('base64')}`;
    if (request.headers.authorization !== expected) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
      return;
    }
    serve(request, response, { backend, root: folder.path });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    address: `http://ada:secret@127.0.0.1:${port}/project.git`,
    plainAddress: `http://127.0.0.1:${port}/project.git`,
    git: (...args: string[]) => git(`${folder.path}/project.git`, args),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await folder.remove();
    },
  };
}

/** Runs git's own CGI program for one request. */
function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { backend, root }: { backend: string; root: string },
): void {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const child = spawn(backend, [], {
    env: {
      ...GIT_ENV,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      REMOTE_USER: 'ada',
      REMOTE_ADDR: '127.0.0.1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => undefined);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    const output = Buffer.concat(chunks);
    const end = output.indexOf('\r\n\r\n');
    const headers = output.subarray(0, end).toString('latin1').split('\r\n');
    for (const header of headers) {
      const [name = '', value = ''] = header.split(': ');
      if (name === 'Status') response.statusCode = Number(value.slice(0, 3));
      else response.setHeader(name, value);
    }
    response.end(output.subarray(end + 4));
  });
}
