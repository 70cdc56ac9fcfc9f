import { describe, expect, it } from 'vitest';
import { errorSummary } from '../../src/measure/error-summary.ts';

describe('the reason of a failure', () => {
  it('is one line without the paths of this machine', () => {
    const error = new Error("Cannot find package 'ai' imported from /home/someone/project/[eval1]\n    at somewhere");
    expect(errorSummary(error)).toBe("Cannot find package 'ai' imported from [eval1]");
  });

  it('is the line of stderr that names the error', () => {
    const stderr =
      'node:internal/modules/esm/resolve:1\n    throw it;\n\nError [ERR_MODULE_NOT_FOUND]: no such package\n    at x';
    expect(errorSummary(stderr)).toBe('Error [ERR_MODULE_NOT_FOUND]: no such package');
  });

  it('keeps the name of a package', () => {
    expect(errorSummary(new Error("Cannot find package '@mastra/core'"))).toBe("Cannot find package '@mastra/core'");
  });
});
