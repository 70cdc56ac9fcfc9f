export type Action = 'launch' | 'goto' | 'click' | 'type' | 'press' | 'scroll' | 'screenshot' | 'content' | 'close';

/** The arguments of a call, as the schema of the tool describes them. */
export interface ActionArguments {
  readonly action: Action;
  readonly url?: string;
  readonly ref?: string;
  readonly selector?: string;
  readonly x?: number;
  readonly y?: number;
  readonly text?: string;
  readonly submit?: boolean;
  readonly key?: string;
  readonly direction?: 'down' | 'up';
  readonly amount?: number;
  readonly fullPage?: boolean;
  readonly format?: 'snapshot' | 'text' | 'html';
  readonly offset?: number;
  readonly width?: number;
  readonly height?: number;
  readonly timeout?: number;
}

/** The arguments of each action besides `action` and `timeout`; those with `!` are required. */
const ARGUMENTS: Readonly<Record<Action, readonly string[]>> = {
  launch: ['url', 'width', 'height'],
  goto: ['url!'],
  click: ['ref', 'selector', 'x', 'y'],
  type: ['ref', 'selector', 'text!', 'submit'],
  press: ['ref', 'selector', 'key!'],
  scroll: ['ref', 'selector', 'direction', 'amount'],
  screenshot: ['fullPage'],
  content: ['format', 'offset'],
  close: [],
};

/** Arguments that have defaults are present in every call. */
const WITH_DEFAULTS: ReadonlySet<string> = new Set(['submit', 'direction', 'fullPage', 'format', 'offset', 'timeout']);

/** Whether the action changes something on the page, and through it perhaps on the server. */
export function isActing(action: Action): boolean {
  return action === 'click' || action === 'type' || action === 'press';
}

/** Whether the action may end up in a frame of the page instead of the page itself. */
export function mayReachFrames({ action, ref, selector }: ActionArguments): boolean {
  return ref?.startsWith('f') === true || (action !== 'type' && ref === undefined && selector === undefined);
}

/** What is wrong with the arguments for this action, if anything. */
export function argumentProblem(params: ActionArguments): string | undefined {
  const { action, ref, selector, x, y } = params;
  const known = ARGUMENTS[action];
  const missing = known.find((name) => name.endsWith('!') && !(name.slice(0, -1) in params));
  if (missing !== undefined) return `action ${action} needs ${missing.slice(0, -1)}`;
  const surplus = Object.keys(params).find(
    (name) => name !== 'action' && !WITH_DEFAULTS.has(name) && !known.includes(name) && !known.includes(`${name}!`),
  );
  if (surplus !== undefined) return `${surplus} is not for action ${action}`;
  if ((x === undefined) !== (y === undefined)) return 'x and y go together';
  const targets = [ref, selector, x].filter((target) => target !== undefined).length;
  if (targets > 1) return 'give one of ref, selector, and x with y';
  if (targets === 0 && action === 'click') return 'action click needs ref, selector, or x with y';
  if (targets === 0 && action === 'type') return 'action type needs ref or selector';
  // Playwright's own syntax would lead into frames and past the host check.
  if (selector !== undefined && /^\s*[\w-]+\s*=|>>|internal:/.test(selector))
    return 'selector must be a plain CSS selector';
  return undefined;
}
