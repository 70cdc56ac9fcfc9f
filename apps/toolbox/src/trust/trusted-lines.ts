import type { TrustSubject } from '@ku0/agent-runtime-tools-workspace';
import type { Paint } from '@ku0/agent-runtime-tools-terminal';

/** One line for each content that is trusted from now on. */
export function trustedLines(trusted: readonly TrustSubject[], paint: Paint): string[] {
  return trusted.map(
    ({ subject, digest }) =>
      `${paint.green('✓')} ${paint.bold(paint.plain(subject))} ${paint.dim(`is now trusted with its current content, ${digest.slice(0, 19)}`)}`,
  );
}
