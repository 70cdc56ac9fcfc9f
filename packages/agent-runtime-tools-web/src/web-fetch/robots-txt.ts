/**
 * Whether a robots.txt lets an agent read a path (RFC 9309): the group of the agent, else of `*`; in it the longest rule
 * that matches, and `Allow` where two are equally long.
 */
export function isAllowedByRobots(text: string, userAgent: string, path: string): boolean {
  const groups = groupsOf(text);
  const product = userAgent.split('/', 1)[0]?.trim().toLowerCase() ?? '';
  const own = groups.filter(({ agents }) => agents.includes(product));
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  let best = { length: -1, isAllowed: true };
  for (const { pattern, isAllowed } of chosen.flatMap(({ rules }) => rules)) {
    if (!matchesPath(pattern, path)) continue;
    if (pattern.length > best.length || (pattern.length === best.length && isAllowed))
      best = { length: pattern.length, isAllowed };
  }
  return best.isAllowed;
}

interface Group {
  readonly agents: string[];
  readonly rules: { readonly pattern: string; readonly isAllowed: boolean }[];
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line.slice(0, 2000)) ?? [];
    const name = key.toLowerCase();
    const group = groups.at(-1);
    if (name === 'user-agent') {
      // Several agents in a row share the rules that follow.
      if (group !== undefined && group.rules.length === 0) group.agents.push(value.trim().toLowerCase());
      else groups.push({ agents: [value.trim().toLowerCase()], rules: [] });
    } else if ((name === 'allow' || name === 'disallow') && value.trim() !== '') {
      group?.rules.push({ pattern: value.trim(), isAllowed: name === 'allow' });
    }
  }
  return groups;
}

/** `*` stands for any characters, a final `$` for the end of the path. Each piece is searched for once, so this is linear. */
function matchesPath(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$');
  const [first = '', ...rest] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let index = first.length;
  for (const [number, piece] of rest.entries()) {
    const isLast = isAnchored && number === rest.length - 1;
    const found = isLast ? (path.endsWith(piece) ? path.length - piece.length : -1) : path.indexOf(piece, index);
    if (found < index) return false;
    index = found + piece.length;
  }
  return !isAnchored || index === path.length;
}
