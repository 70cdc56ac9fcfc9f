import { characterTest, type CharacterTest } from './character-test.ts';
import type { PatternNode } from './pattern-node.ts';

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
  next: number;
  readonly other: number;
}

const MATCH = 0;

/** Walks all readings of a pattern side by side, so that a text costs its length times the pattern's, at most. */
export class PatternAutomaton {
  readonly #states: State[] = [{ next: MATCH, other: -1 }];
  readonly #flags: AutomatonFlags;
  readonly #start: number;
  readonly #seen: Int32Array;
  #round = 0;

  constructor(pattern: PatternNode, flags: AutomatonFlags) {
    this.#flags = flags;
    this.#start = this.#build(pattern, MATCH);
    this.#seen = new Int32Array(this.#states.length).fill(-1);
  }

  test(text: string): boolean {
    this.#seen.fill(-1);
    this.#round = 0;
    let current: number[] = [];
    let previous = -1;
    for (let at = 0; ;) {
      const code = at < text.length ? (text.codePointAt(at) ?? -1) : -1;
      const place = { previous, code };
      const open: number[] = [];
      this.#round += 1;
      for (const state of current) if (this.#enter(state, place, open)) return true;
      if (this.#enter(this.#start, place, open)) return true;
      if (code === -1) return false;
      current = [];
      for (const index of open) {
        const state = this.#states[index];
        if (state?.test?.(code) === true) current.push(state.next);
      }
      previous = code;
      at += code > 0xffff ? 2 : 1;
    }
  }

  /** Follows what takes no character; collects the states that wait for one. True when the end is reached. */
  #enter(from: number, place: Place, open: number[]): boolean {
    const stack = [from];
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      if (index === MATCH) return true;
      if (this.#seen[index] === this.#round) continue;
      this.#seen[index] = this.#round;
      const state = this.#states[index];
      if (!state) continue;
      if (state.test) {
        open.push(index);
        continue;
      }
      if (state.assertion !== undefined && !this.#holds(state.assertion, place)) continue;
      if (state.other >= 0) stack.push(state.other);
      stack.push(state.next);
    }
    return false;
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
      case 'sequence':
        return node.parts.reduceRight((after, part) => this.#build(part, after), next);
      case 'choice':
        return node.options
          .map((option) => this.#build(option, next))
          .reduceRight((other, option) => this.#add({ next: option, other }));
      default:
        return this.#buildRepeat(node, next);
    }
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

/** The characters around a place in the text; -1 for none. */
interface Place {
  readonly previous: number;
  readonly code: number;
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13 || code === 0x2028 || code === 0x2029;
}

function isWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
}
