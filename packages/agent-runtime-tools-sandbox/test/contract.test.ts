import { afterAll, describe } from 'vitest';
import { packContract } from '@ku0/agent-runtime-tools-testkit';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { createSandbox, sandboxPack } from '../src/index.ts';
import { hasSandbox } from './is-there.ts';
import { makeFolder, removeFolders } from './test-sandbox.ts';

describe.skipIf(!hasSandbox)('the contract of a pack', () => {
  afterAll(removeFolders);
  packContract(sandboxPack(), {
    services: (folder) => {
      const workspace = createWorkspace({ roots: [folder.path], state: makeFolder() });
      return { workspace, sandbox: createSandbox({ workspace }) };
    },
    callTimeoutMs: 20_000,
    settleMs: 3000,
    samples: {
      run_code: {
        samples: [
          { name: 'Python', params: { language: 'python', code: 'print(6 * 7)' } },
          { name: 'bash that writes', params: { language: 'bash', code: 'echo hello > out.txt' } },
          { name: 'JavaScript', params: { language: 'javascript', code: 'console.log(6 * 7)' } },
          { name: 'with a failing program', params: { language: 'bash', code: 'exit 3' } },
          {
            name: 'with a variable of the loader',
            params: { language: 'bash', code: 'true', env: { LD_PRELOAD: '/tmp/x.so' } },
            expect: 'ENVIRONMENT_NOT_ALLOWED',
          },
        ],
        badSamples: [
          { params: { language: 'perl', code: '1' }, mentions: 'language' },
          { params: { language: 'bash', code: '' }, mentions: 'code' },
          { params: { language: 'bash', code: 'true', timeout: -1 }, mentions: 'timeout' },
          { params: { language: 'bash', code: 'true', timeout: 100_000 }, mentions: 'timeout' },
        ],
        slowSample: { language: 'bash', code: 'sleep 20', timeout: 25 },
      },
    },
  });
});
