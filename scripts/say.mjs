const colour = process.stderr.isTTY && !process.env['NO_COLOR'];

/**
 * Prints a line of progress to stderr. Stdout is for the output of the task.
 * @param {string} message
 */
export function say(message) {
  console.error(colour ? `\u001B[36m›\u001B[0m ${message}` : `› ${message}`);
}

/**
 * @param {number} started From `performance.now()`.
 * @returns {string} The time since then: `0.4 s`, `2 min 5 s`.
 */
export function since(started) {
  const seconds = (performance.now() - started) / 1000;
  if (seconds < 59.5) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
