import { expect, it } from 'vitest';
import { requireCompatibleCore } from '../../src/registry/core-version.ts';

it.each([
  ['1.2.3', '1.9.0', true],
  ['1.2.3', '2.2.3', false],
  ['0.3.1', '0.3.9', true],
  ['0.3.1', '0.4.1', false],
  ['0.3.1', '1.3.1', false],
  ['10.0.0', '1.0.0', false],
  ['0.3.1-beta.1', '0.3.0', true],
  ['next', '0.3.0', false],
  ['next', 'next', false],
])('a pack made with core %s on core %s is compatible: %s', (coreVersion, own, compatible) => {
  const register = (): void => requireCompatibleCore({ name: 'p', version: '1.0.0', tools: [], coreVersion }, own);
  if (compatible) expect(register).not.toThrow();
  else expect(register).toThrow(`npm install @ku0/agent-runtime-tools-core@^${coreVersion}`);
});
