import { describe, expect, it } from 'vitest';
import { packageManager } from '../../src/doctor/package-manager.ts';

describe('packageManager', () => {
  it.each([
    ['linux', 'PRETTY_NAME="Debian"\nID=debian\n', 'apt'],
    ['linux', 'ID=linuxmint\nID_LIKE="ubuntu debian"\n', 'apt'],
    ['linux', 'ID="rocky"\nID_LIKE="rhel centos fedora"\n', 'dnf'],
    ['linux', 'ID=arch\n', 'pacman'],
    ['linux', 'ID=alpine\n', 'apk'],
    ['linux', 'ID=constructor\n', undefined],
    ['linux', '', undefined],
    ['darwin', '', 'brew'],
    ['win32', '', 'winget'],
    ['freebsd', '', undefined],
  ] as const)('on %s with %j is %s', (platform, osRelease, expected) => {
    expect(packageManager(platform, () => osRelease)).toBe(expected);
  });
});
