import { describe, expect, it } from 'vitest';
import { analyzeCommand, dangerousCommand } from '../../../src/index.ts';

function isDangerous(text: string): boolean {
  return dangerousCommand(analyzeCommand(text, { cwd: '/ws', home: '/home/me' })) !== undefined;
}

describe('a variable that a builtin changes', () => {
  it.each([
    ['printf -v D /; rm -rf $D', 'printf -v E /; rm -rf $D/x'],
    ['printf -v D %s /; rm -rf $D', 'printf -v D %s x; rm -rf $D'],
    ['printf -v D %s /; rm -rf $D', 'D=x; printf %s D /; rm -rf $D'],
    ['printf -v D / x; rm -rf $D', 'D=x; printf -w D /; rm -rf $D'],
    ['D=/; printf -v D; rm -rf $D', 'D=x; printf -v D; rm -rf $D'],
    ['set -- /; rm -rf $1', 'set -- x /; rm -rf $1'],
    ['set -- x /; rm -rf $2', 'set -- / x; rm -rf $2'],
    ['set -- /; rm -rf "$@"', 'set -- x; rm -rf "$@"'],
    ['D=x; unset D; rm -rf $D/', 'D=x; unset E; rm -rf $D/'],
    ['read D <<< /; rm -rf $D', 'read D <<< x; rm -rf $D'],
    ['read -r D <<< /; rm -rf $D', 'D=x; read -r E <<< /; rm -rf $D'],
  ])('has its new value afterwards: %s is dangerous, %s is not', (danger, harmless) => {
    expect(isDangerous(danger)).toBe(true);
    expect(isDangerous(harmless)).toBe(false);
  });
});
