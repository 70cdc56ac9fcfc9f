import { analyzeCommand } from '@ku0/agent-runtime-tools-commands';
import { describe, expect, it } from 'vitest';
import { CommandAnalysisCache } from '../../../src/calls/commands/command-analysis-cache.ts';

describe('CommandAnalysisCache', () => {
  it('finds what the analyser finds, and does not look twice', () => {
    const commands = new CommandAnalysisCache();
    const found = commands.analyze('cat ~/a && ls', '/ws', '/home/user');
    expect(found).toEqual(analyzeCommand('cat ~/a && ls', { cwd: '/ws', home: '/home/user' }));
    expect(commands.analyze('cat ~/a && ls', '/ws', '/home/user')).toBe(found);
  });

  it('tells folders and homes apart, however they are spelled together', () => {
    const commands = new CommandAnalysisCache();
    const places = [
      ['/ws', '/home/a'],
      ['/ws', '/home/b'],
      ['/ws/home', '/a'],
      ['/', '/ws/home/a'],
    ] as const;
    for (const [cwd, home] of places) {
      expect(commands.analyze('cat ~/a', cwd, home)).toMatchObject({ cwd, home });
    }
    for (const [cwd, home] of places) {
      expect(commands.analyze('cat ~/a', cwd, home)).toMatchObject({ cwd, home });
    }
  });

  it('keeps no long commands, and not more than it has room for', () => {
    const commands = new CommandAnalysisCache();
    const long = `echo ${'x'.repeat(600)}`;
    expect(commands.analyze(long, '/')).not.toBe(commands.analyze(long, '/'));
    const first = commands.analyze('echo first', '/');
    for (let index = 0; index < 400; index++) commands.analyze(`echo ${index}`, `/folder-${index % 7}`);
    expect(commands.analyze('echo first', '/')).toBe(first);
    for (let index = 400; index < 1000; index++) commands.analyze(`echo ${index}`, `/folder-${index % 7}`);
    expect(commands.analyze('echo first', '/')).not.toBe(first);
  });
});
