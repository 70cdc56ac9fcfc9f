import { describe, expect, it } from 'vitest';
import { nearestNames } from '../../src/index.ts';

const NAMES = ['list', 'read_file', 'write_file', 'list_directory', 'grep'];

describe('nearestNames', () => {
  it.each([
    ['lsit', ['list']],
    ['raed_file', ['read_file']],
    ['READ_FILE', ['read_file']],
    ['file', ['read_file', 'write_file']],
    ['xyz', []],
    ['', []],
    ['grpe', ['grep']],
  ])('%s: %j', (name, expected) => expect(nearestNames(name, NAMES)).toEqual(expected));

  it('stays quick for absurd names', () => {
    const before = process.cpuUsage();
    nearestNames(
      'x'.repeat(1_000_000),
      Array.from({ length: 1000 }, (_, index) => `tool_${index}`.repeat(4)),
    );
    const { user } = process.cpuUsage(before);
    expect(user / 1000).toBeLessThan(500);
  });
});
