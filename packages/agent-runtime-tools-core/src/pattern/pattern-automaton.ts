import { characterTest, type CharacterTest } from './character-test.ts';
import type { PatternNode } from './pattern-node.ts';
import { TextPositions } from './text-positions.ts';

/** States after which a pattern is refused: it bounds what one character of a text may cost. */
const MAX_STATES = 5000;

export interface AutomatonFlags {
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
  readonly multiline: boolean;
}

type Assertion = Extract<PatternNode, { kind: 'assertion' }>['at'];

/** `next` is taken when `test` holds for the character; a state without one is passed through. */
interface State {
  readonly test?: CharacterTest;
  readonly assertion?: Assertion;
  /** A look around from here: which one, and whether it must fail. */
  readonly look?: { readonly index: number; readonly negated: boolean };
  next: number;
  readonly other: number;
}

const MATCH = 0;

/**
 * Walks all readings of a pattern side by side, so that a text costs its length times the pattern's, at most. What a pattern
 * looks for around a place is found out before, for all places in one pass: ahead from the end of the text backwards, behind
 * from its start.
 */
export class PatternAutomaton {
  readonly #states: State[] = [{ next: MATCH, other: -1 }];
  readonly #flags: AutomatonFlags;
  readonly #backwards: boolean;
  readonly #looks: PatternAutomaton[] = [];
  readonly #lookOf = new Map<PatternNode, number>();
  readonly #start: number;
  readonly #seen: Int32Array;
  #round = 0;

  constructor(pattern: PatternNode, flags: AutomatonFlags, { backwards = false } = {}) {
    this.#flags = flags;
    this.#backwards = backwards;
    this.#start = this.#build(pattern, MATCH);
    this.#seen = new Int32Array(this.#states.length).fill(-1);
  }

  test(text: string): boolean {
    let isFound = false;
    this.#walk(text, () => {
      isFound = true;
      return true;
    });
    return isFound;
  }

  /** Every place that a match ends at; of one that is read backwards, that it starts at. */
  #positions(text: string): TextPositions {
    const positions = new TextPositions(text.length);
    this.#walk(text, (at) => {
      positions.add(at);
      return false;
    });
    return positions;
  }

  /** Calls `onMatch` with each place where a match is complete, until it says that this is enough. */
  #walk(text: string, onMatch: (at: number) => boolean): void {
    const around = this.#looks.map((look) => look.#positions(text));
    this.#seen.fill(-1);
    this.#round = 0;
    let current: number[] = [];
    for (let at = this.#backwards ? text.length : 0; ;) {
      const place: Place = { previous: codeBefore(text, at), code: codeAt(text, at), at, around };
      const open: number[] = [];
      this.#round += 1;
      let isMatch = false;
      for (const state of current) isMatch = this.#enter(state, place, open) || isMatch;
      isMatch = this.#enter(this.#start, place, open) || isMatch;
      if (isMatch && onMatch(at)) return;
      const code = this.#backwards ? place.previous : place.code;
      if (code === -1) return;
      current = [];
      for (const index of open) {
        const state = this.#states[index];
        if (state?.test?.(code) === true) current.push(state.next);
      }
      const length = code > 0xffff ? 2 : 1;
      at += this.#backwards ? -length : length;
    }
  }

  /** Follows what takes no character; collects the states that wait for one. True when the end is reached. */
  #enter(from: number, place: Place, open: number[]): boolean {
    let isMatch = false;
    const stack = [from];
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      if (index === MATCH) {
        isMatch = true;
        continue;
      }
      if (this.#seen[index] === this.#round) continue;
      this.#seen[index] = this.#round;
      const state = this.#states[index];
      if (!state) continue;
      if (state.test) {
        open.push(index);
        continue;
      }
      if (state.assertion !== undefined && !this.#holds(state.assertion, place)) continue;
      if (state.look !== undefined && place.around[state.look.index]?.has(place.at) === state.look.negated) continue;
      if (state.other >= 0) stack.push(state.other);
      stack.push(state.next);
    }
    return isMatch;
  }

  #holds(assertion: Assertion, { previous, code }: Place): boolean {
    const { multiline } = this.#flags;
    switch (assertion) {
      case 'start':
        return previous === -1 || (multiline && isLineEnd(previous));
      case 'end':
        return code === -1 || (multiline && isLineEnd(code));
      case 'boundary':
        return isWord(previous) !== isWord(code);
      default:
        return isWord(previous) === isWord(code);
    }
  }

  /** Adds the states of a node that go on to `next`; gives the first of them. */
  #build(node: PatternNode, next: number): number {
    switch (node.kind) {
      case 'character':
        return this.#add({ test: characterTest(node.source, this.#flags), next, other: -1 });
      case 'assertion':
        return this.#add({ assertion: node.at, next, other: -1 });
      case 'look':
        return this.#add({ look: { index: this.#lookFor(node), negated: node.negated }, next, other: -1 });
      case 'sequence':
        return this.#backwards
          ? node.parts.reduce((after, part) => this.#build(part, after), next)
          : node.parts.reduceRight((after, part) => this.#build(part, after), next);
      case 'choice':
        return node.options
          .map((option) => this.#build(option, next))
          .reduceRight((other, option) => this.#add({ next: option, other }));
      default:
        return this.#buildRepeat(node, next);
    }
  }

  /** A repetition builds its part several times, and looks the same way each time. */
  #lookFor(node: Extract<PatternNode, { kind: 'look' }>): number {
    const known = this.#lookOf.get(node);
    if (known !== undefined) return known;
    const index = this.#looks.push(new PatternAutomaton(node.part, this.#flags, { backwards: node.ahead })) - 1;
    this.#lookOf.set(node, index);
    return index;
  }

  #buildRepeat({ part, min, max }: Extract<PatternNode, { kind: 'repeat' }>, next: number): number {
    let after = next;
    if (max === Infinity) {
      const loop = this.#add({ next: -1, other: next });
      const state = this.#states[loop];
      if (state) state.next = this.#build(part, loop);
      after = loop;
    } else {
      for (let copy = min; copy < max; copy += 1) after = this.#add({ next: this.#build(part, after), other: next });
    }
    for (let copy = 0; copy < min; copy += 1) after = this.#build(part, after);
    return after;
  }

  #add(state: State): number {
    if (this.#states.length >= MAX_STATES) throw new SyntaxError('The pattern is too large: its counts multiply.');
    return this.#states.push(state) - 1;
  }
}

/** The characters around a place in the text, -1 for none, and what is known to be around each place. */
interface Place {
  readonly previous: number;
  readonly code: number;
  readonly at: number;
  readonly around: readonly TextPositions[];
}

function codeAt(text: string, at: number): number {
  return at < text.length ? (text.codePointAt(at) ?? -1) : -1;
}

function codeBefore(text: string, at: number): number {
  if (at === 0) return -1;
  const unit = text.charCodeAt(at - 1);
  const isLow = unit >= 0xdc00 && unit <= 0xdfff;
  const pair = isLow && at > 1 ? (text.codePointAt(at - 2) ?? unit) : unit;
  return pair > 0xffff ? pair : unit;
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13 || code === 0x2028 || code === 0x2029;
}

function isWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
}
