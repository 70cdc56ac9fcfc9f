import { describe, expect, it } from 'vitest';
import { renderRequest } from '../../src/index.ts';

const TEXTS = {
  'plain letters': 'x'.repeat(500),
  'wide letters': '日'.repeat(300),
  'wide letters and a question': `${'日'.repeat(39)}Allow? [y/N] y`.repeat(5),
  pictures: '🎉'.repeat(300),
  'joined pictures': '👨‍👩‍👧‍👦'.repeat(60),
  'rare letters': '𠀀'.repeat(120),
  'full-width letters': 'ｆ'.repeat(200),
  escapes: '\u0000'.repeat(100),
  'frame marks': '│ ┊ '.repeat(60),
};

describe('renderRequest', () => {
  it.each(Object.entries(TEXTS))('lets no terminal wrap a line of %s', (_, text) => {
    for (const width of [40, 80, 100]) {
      const request = {
        tool: text,
        args: { command: text, [text]: text, list: [text, { [text]: text }] },
        reason: text,
        risk: { level: 'low' as const, score: 1, why: text },
        cwd: `/${text}`,
        preview: { summary: text, changes: [], warnings: [text] },
        diff: text,
        always: { covers: text },
      };
      for (const line of renderRequest(request, { width })) expect(columns(line), line).toBeLessThanOrEqual(width + 2);
    }
  });

  it.each(['Risk', 'Tool', 'Risk: low (it only reads)', '"Always" would cover', 'Changes', '! In x', 'Runs', ''])(
    'does not let an argument called %j pass for its own words',
    (name) => {
      const lines = renderRequest({ tool: 'bash', args: { command: 'ls', [name]: 'v' } });
      expect(lines.filter((line) => /^(?:Tool|Risk|"Always"|Changes|! |Runs)/.test(line))).toEqual(['Tool: bash']);
      expect(lines.join('\n')).toContain(name.replaceAll('"', '\\"'));
    },
  );

  it('keeps the command in view among a thousand arguments', () => {
    const others = Array.from({ length: 1000 }, (_, index) => [`k${index}`, 'v'.repeat(3000)]);
    const lines = renderRequest({ tool: 'run', args: { ...Object.fromEntries(others), command: 'touch MARK' } });
    expect(lines.slice(0, 4)).toContain('│ touch MARK');
    expect(lines.length).toBeLessThan(400);
    expect(lines.join('\n')).toMatch(/\(961 more arguments\): \d+ bytes, sha256/);
  });

  it('bounds warnings and marks names that look like others', () => {
    const warnings = Array.from({ length: 500 }, (_, index) => `w${index}`);
    const lines = renderRequest({
      tool: 'x',
      args: { 'p\u0430th': 'a' },
      preview: { summary: '', changes: [], warnings },
    });
    expect(lines).toContain('! 490 more warnings are not shown.');
    expect(lines.join('\n')).toMatch(/^! In the name of an argument: .*mixes Latin and Cyrillic/m);
  });
});

/** As narrow as any terminal shows it. */
function columns(line: string): number {
  const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
  const zero = /[\p{Mn}\u200d]/u;
  return [...line].reduce((sum, letter) => sum + (zero.test(letter) ? 0 : wide.test(letter) ? 2 : 1), 0);
}
