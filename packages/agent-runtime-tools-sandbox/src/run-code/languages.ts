/** How programs of a language are run inside the sandbox. */
export interface Language {
  readonly argv: (args: readonly string[], memoryMb: number) => readonly string[];
  /** The name of the file for the code. Without it, the code is passed on standard input. */
  readonly file?: string;
  readonly env?: (cwd: string) => Readonly<Record<string, string>>;
  /** Address space that the interpreter reserves without using it. */
  readonly spareMemoryMb: number;
}

export const languages = {
  python: {
    argv: (args) => ['python3', '/run/toolbox/main.py', ...args],
    file: 'main.py',
    // Lets the code import modules of the working directory, like a script in that folder.
    env: (cwd) => ({ PYTHONPATH: cwd, PYTHONUNBUFFERED: '1', PYTHONDONTWRITEBYTECODE: '1' }),
    spareMemoryMb: 64,
  },
  bash: {
    argv: (args) => ['bash', '/run/toolbox/main.sh', ...args],
    file: 'main.sh',
    spareMemoryMb: 1024,
  },
  // From standard input, because Node then looks for packages from the working directory.
  javascript: {
    argv: (args, memoryMb) => [
      'node',
      `--max-old-space-size=${Math.max(16, Math.floor(memoryMb * 0.8))}`,
      '-',
      ...args,
    ],
    spareMemoryMb: 1024,
  },
} as const satisfies Readonly<Record<string, Language>>;

export type LanguageName = keyof typeof languages;
