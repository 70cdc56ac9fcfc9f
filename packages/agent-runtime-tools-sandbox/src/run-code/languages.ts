/** How a language's programs are run inside. */
export interface Language {
  readonly argv: (args: readonly string[], memoryMb: number) => readonly string[];
  /** Where the code goes: a file of this name, or the program's standard input. */
  readonly file?: string;
  readonly env?: (cwd: string) => Readonly<Record<string, string>>;
  /** Memory that the interpreter takes without using it. */
  readonly spareMemoryMb: number;
}

export const languages = {
  python: {
    argv: (args) => ['python3', '/run/toolbox/main.py', ...args],
    file: 'main.py',
    // Modules of the working directory can be imported, as with a script that lies there.
    env: (cwd) => ({ PYTHONPATH: cwd, PYTHONUNBUFFERED: '1', PYTHONDONTWRITEBYTECODE: '1' }),
    spareMemoryMb: 64,
  },
  bash: {
    argv: (args) => ['bash', '/run/toolbox/main.sh', ...args],
    file: 'main.sh',
    spareMemoryMb: 1024,
  },
  // From standard input, for then packages are looked for from the working directory.
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
