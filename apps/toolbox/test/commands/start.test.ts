import { describe, expect, it } from 'vitest';
import { BIN, runInTerminal, runToolbox } from '../run-toolbox.ts';

describe('toolbox start', () => {
  it('lists the tools, makes a real call and suggests further commands', async () => {
    const { code, stdout, stderr } = await runToolbox(['start'], { entry: BIN, env: { npm_lifecycle_event: 'start' } });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/Agent runtime tools \d+ tools? in \d+ packs?\n/);
    expect(stdout).toMatch(/\$ npm run toolbox -- call \w+ '\{.*\}'\n/);
    expect(stdout).toMatch(/✓ \w+ [\d.]+ m?s\n/);
    expect(stdout).toContain('  npm run toolbox -- --help\n');
    expect(stdout).toMatch(/ {2}npm run --silent toolbox -- call .* --json\n/);
    expect(stdout).not.toContain('\u001B');
  });

  it('suggests commands that work', async () => {
    const { stdout } = await runToolbox(['start'], { entry: BIN, env: { npm_lifecycle_event: 'start' } });
    const suggested = [...stdout.matchAll(/^ {2}npm run (?:--silent )?toolbox -- (.*)$/gm)].map(
      ([, command = '']) => command,
    );
    expect(suggested).toHaveLength(4);
    for (const command of suggested) {
      const args = Array.from(command.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '');
      expect(await runToolbox(args, { entry: BIN })).toMatchObject({ code: 0 });
    }
  });

  it('has colours on a terminal', async () => {
    const { code, stdout } = await runInTerminal(['start'], { entry: BIN });
    expect(code).toBe(0);
    expect(stdout).toContain('\u001B[32m✓');
  });
});
