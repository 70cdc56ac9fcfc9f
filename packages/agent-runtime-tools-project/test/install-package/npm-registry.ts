import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';

/** A registry with one package, `sample`, whose install script leaves a file in the folder where npm was started. */
export async function openRegistry() {
  const folder = await createTestFolder({
    'package/package.json': JSON.stringify({
      name: 'sample',
      version: '1.2.3',
      scripts: { postinstall: "node -e \"require('fs').writeFileSync(process.env.INIT_CWD + '/ran.txt', 'ran')\"" },
    }),
    'package/index.js': 'module.exports = 1;\n',
  });
  execFileSync('tar', ['-czf', 'sample.tgz', 'package'], { cwd: folder.path });
  const tarball = readFileSync(`${folder.path}/sample.tgz`);
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const server = createServer((request, response) => {
    if (request.url === '/sample') {
      const dist = { tarball: `${address()}/sample.tgz`, integrity };
      const versions = { '1.2.3': { name: 'sample', version: '1.2.3', hasInstallScript: true, dist } };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ name: 'sample', 'dist-tags': { latest: '1.2.3' }, versions }));
    } else if (request.url === '/sample.tgz') response.end(tarball);
    else response.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  function address(): string {
    const bound = server.address();
    return `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  }
  return {
    address: address(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await folder.remove();
    },
  };
}
