import { characterTest, type CharacterTest } from './character-test.ts';
import type { PatternNode } from './pattern-node.ts';
import { TextPositions } from './text-positions.ts';

/** The largest number of states of a pattern; it bounds the time for one character of a text. */
const MAX_STATES = 5000;

export interface AutomatonFlags {
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
  readonly multiline: boolean;
}

type Assertion = Extract<PatternNode, { kind: 'assertion' }>['at'];

/** The automaton goes to `next` if `test` accepts the character. A state without a test consumes no character. */
interface State {
  readonly test?: CharacterTest;
  readonly assertion?: Assertion;
  /** The lookaround that must match here, or must not match if negated. */
  readonly lookaround?: { readonly index: number; readonly negated: boolean };
  next: number;
  readonly other: number;
}

const MATCH = 0;

/**
 * A nondeterministic finite automaton (Thompson's construction). It follows all possible matches at once, so that the time
 * is at most the length of the text times the size of the pattern. Lookarounds are evaluated first, each in one pass that
 * finds all positions where it matches: lookahead from the end of the text backwards, lookbehind from its start.
 */
export class PatternAutomaton {
  readonly #states: State[] = [{ next: MATCH, other: -1 }];
  readonly #flags: AutomatonFlags;
  readonly #backwards: boolean;
  readonly #lookarounds: PatternAutomaton[] = [];
  readonly #lookaroundIndex = new Map<PatternNode, number>();
  readonly #start: number;
  /** The step in which each state was last entered. */
  readonly #lastStep: Int32Array;
  #step = 0;

  constructor(pattern: PatternNode, flags: AutomatonFlags, { backwards = false } = {}) {
    this.#flags = flags;
    this.#backwards = backwards;
    this.#start = this.#build(pattern, MATCH);
    this.#lastStep = new Int32Array(this.#states.length).fill(-1);
  }

  test(text: string): boolean {
    let isFound = false;
    this.#walk(text, () => {
      isFound = true;
      return true;
    });
    return isFound;
  }

  /** All positions where a match ends; or starts, if the text is read backwards. */
  #matchPositions(text: string): TextPositions {
    const positions = new TextPositions(text.length);
    this.#walk(text, (at) => {
      positions.add(at);
      return false;
    });
    return positions;
  }

  /** Calls `onMatch` with each position where a match is complete, until it returns true. */
  #walk(text: string, onMatch: (at: number) => boolean): void {
    const lookaroundMatches = this.#lookarounds.map((lookaround) => lookaround.#matchPositions(text));
    this.#lastStep.fill(-1);
    this.#step = 0;
    let current: number[] = [];
    for (let at = this.#backwards ? text.length : 0; ;) {
      const position: Position = { previous: codeBefore(text, at), code: codeAt(text, at), at, lookaroundMatches };
      const waiting: number[] = [];
      this.#step += 1;
      let isMatch = false;
      for (const state of current) isMatch = this.#enter(state, position, waiting) || isMatch;
      isMatch = this.#enter(this.#start, position, waiting) || isMatch;
      if (isMatch && onMatch(at)) return;
      const code = this.#backwards ? position.previous : position.code;
      if (code === -1) return;
      current = [];
      for (const index of waiting) {
        const state = this.#states[index];
        if (state?.test?.(code) === true) current.push(state.next);
      }
      const length = code > 0xffff ? 2 : 1;
      at += this.#backwards ? -length : length;
    }
  }

  /** Follows transitions that consume no character and collects states that need one. True if the match is complete. */
  #enter(from: number, position: Position, waiting: number[]): boolean {
    let isMatch = false;
    const stack = [from];
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      if (index === MATCH) {
        isMatch = true;
        continue;
      }
      if (this.#lastStep[index] === this.#step) continue;
      this.#lastStep[index] = this.#step;
      const state = this.#states[index];
      if (!state) continue;
      if (state.test) {
        waiting.push(index);
        continue;
      }
      const { assertion, lookaround } = state;
      if (assertion !== undefined && !this.#holds(assertion, position)) continue;
      if (lookaround !== undefined) {
        const isFound = position.lookaroundMatches[lookaround.index]?.has(position.at);
        if (isFound === lookaround.negated) continue;
      }
      if (state.other >= 0) stack.push(state.other);
      stack.push(state.next);
    }
    return isMatch;
  }

  #holds(assertion: Assertion, { previous, code }: Position): boolean {
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

  /** Adds the states of a node, which continue at `next`. Returns the first of them. */
  #build(node: PatternNode, next: number): number {
    switch (node.kind) {
      case 'character':
        return this.#add({ test: characterTest(node.source, this.#flags), next, other: -1 });
      case 'assertion':
        return this.#add({ assertion: node.at, next, other: -1 });
      case 'lookaround':
        return this.#add({
          lookaround: { index: this.#addLookaround(node), negated: node.negated },
          next,
          other: -1,
        });
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

  /** A repetition builds its part several times; all copies share one automaton for a lookaround. */
  #addLookaround(node: Extract<PatternNode, { kind: 'lookaround' }>): number {
    const existing = this.#lookaroundIndex.get(node);
    if (existing !== undefined) return existing;
    const automaton = new PatternAutomaton(node.part, this.#flags, { backwards: node.ahead });
    const index = this.#lookarounds.push(automaton) - 1;
    this.#lookaroundIndex.set(node, index);
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

interface Position {
  /** The code point before the position; -1 at the start of the text. */
  readonly previous: number;
  /** The code point after the position; -1 at the end of the text. */
  readonly code: number;
  readonly at: number;
  /** For each lookaround, the positions where it matches. */
  readonly lookaroundMatches: readonly TextPositions[];
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
