/** How much a release must raise the version because of a change. */
export type ChangeLevel = 'patch' | 'minor' | 'major';

/** A difference between two versions of a pack that its users can notice. */
export interface PackChange {
  readonly level: ChangeLevel;
  /** The tool; undefined for a change of the pack itself. */
  readonly tool?: string;
  /** What changed, as a sentence without the name of the tool. */
  readonly message: string;
}

const LEVELS: readonly ChangeLevel[] = ['patch', 'minor', 'major'];

/** The highest of the levels; `patch` if there are none. */
export function highestLevel(changes: readonly Pick<PackChange, 'level'>[]): ChangeLevel {
  return LEVELS[Math.max(0, ...changes.map(({ level }) => LEVELS.indexOf(level)))] ?? 'patch';
}
