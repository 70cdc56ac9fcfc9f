import { describe, expect, it } from 'vitest';
import { RULE_NAMES, TOOL_NAMES, findToolNames } from '../../src/index.ts';

describe('the table of tool names', () => {
  it('has each name once', () => {
    const names = TOOL_NAMES.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('gives every tool the family that rules of its name in Claude Code have', () => {
    for (const { name, claude, family } of TOOL_NAMES) {
      if (family === undefined) continue;
      for (const each of claude) expect(RULE_NAMES.get(each)?.family ?? family, name).toBe(family);
    }
    for (const { only = [], family } of RULE_NAMES.values())
      for (const name of only) expect(findToolNames(name)).toMatchObject({ name, family });
  });

  it.each([
    ['execute_command', 'run_command'],
    ['write_to_file', 'write_file'],
    ['replace_in_file', 'apply_diff'],
    ['list_files', 'list_directory'],
    ['search_files', 'grep'],
    ['new_task', 'agent'],
    ['MultiEdit', 'multiedit'],
    ['bash', 'bash'],
  ])('knows %s as %s', (alias, name) => {
    expect(findToolNames(alias)?.name).toBe(name);
  });

  it.each(['constructor', 'toString', 'unknown', ''])('does not know %j', (name) => {
    expect(findToolNames(name)).toBeUndefined();
  });
});
