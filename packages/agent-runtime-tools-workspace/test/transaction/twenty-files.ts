import type { Workspace } from '../../src/index.ts';

const FOLDERS = ['a', 'b', 'c', 'd/e'];
const numbered = Array.from({ length: 13 }, (_, index) => `${FOLDERS[index % 4]}/f${index}.txt`);

/** What the transaction of the crash tests finds. */
export const oldFiles: Readonly<Record<string, string>> = {
  'gone.txt': 'old gone',
  'tree/a': 'old a',
  'tree/deep/b': 'old b',
  'from.txt': 'old from',
  ...Object.fromEntries(numbered.map((path) => [path, `old ${path}\n`])),
};

type PlannedChange =
  | readonly ['write', string, string]
  | readonly ['remove', string]
  | readonly ['move', string, string];

/** Twenty changes of every kind: overwritten, created (also in new folders), removed (a file and a folder), moved. */
export const plan: readonly PlannedChange[] = [
  ...numbered.map((path) => ['write', path, `new ${path}\n`] as const),
  ['write', 'created.txt', 'new'],
  ['write', 'a/created.txt', 'new'],
  ['write', 'fresh/one/created.txt', 'new'],
  ['write', 'fresh/two/created.txt', 'new'],
  ['remove', 'gone.txt'],
  ['remove', 'tree'],
  ['move', 'from.txt', 'moved/to.txt'],
];

export async function changeTwentyFiles(workspace: Workspace): Promise<void> {
  await workspace.transaction(async (transaction) => {
    for (const change of plan) {
      if (change[0] === 'write') await transaction.write(change[1], change[2]);
      else if (change[0] === 'move') await transaction.move(change[1], change[2]);
      else await transaction.remove(change[1], { recursive: true });
    }
  });
}
