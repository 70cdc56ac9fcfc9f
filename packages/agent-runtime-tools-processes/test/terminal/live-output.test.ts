import { describe, expect, it } from 'vitest';
import { LiveOutput } from '../../src/terminal/live-output.ts';

describe('live output', () => {
  it('passes text on as it comes, without escape sequences, each stream on its own', () => {
    const heard: string[] = [];
    const live = new LiveOutput(
      (text) => heard.push(text),
      () => 0,
    );
    live.push('stdout', 'a\u001b[3');
    live.push('stderr', 'b');
    live.push('stdout', '1mc\r');
    live.end();
    expect(heard).toEqual(['a', 'b', 'c\r']);
  });

  it('leaves out what comes faster than listeners can follow, and says so once', () => {
    const heard: string[] = [];
    let now = 0;
    const live = new LiveOutput(
      (text) => heard.push(text),
      () => now,
    );
    const piece = 'x'.repeat(64 * 1024);
    for (let n = 0; n < 1000; n += 1) live.push('stdout', piece);
    expect(heard).toHaveLength(4);
    now = 2000;
    live.push('stdout', 'later');
    expect(heard.slice(4)).toEqual([`\n[... ${996 * piece.length} characters not shown live ...]\n`, 'later']);
  });
});
