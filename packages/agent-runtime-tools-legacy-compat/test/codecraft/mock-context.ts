import { vi } from 'vitest';
import type { ToolContext } from '../../src/codecraft/index.ts';

/** A context of mocks with these files, by the paths that tools are given. */
export function mockContext(files: Record<string, string>, more: Partial<ToolContext> = {}): ToolContext {
  return {
    fs: {
      readFileSync: vi.fn((path: string) => {
        const content = files[path];
        if (content === undefined) throw new Error(`ENOENT: ${path}`);
        return content;
      }),
      writeFileSync: vi.fn((path: string, content: string) => {
        files[path] = content;
      }),
      existsSync: vi.fn((path: string) => path in files || Object.keys(files).some((file) => isBelow(path, file))),
      unlinkSync: vi.fn((path: string) => {
        delete files[path];
      }),
      readdirSync: vi.fn((path: string) => namesIn(path, files)),
      statSync: vi.fn((path: string) => ({
        isDirectory: () => !(path in files),
        isFile: () => path in files,
        size: files[path]?.length ?? 0,
        mtimeMs: 0,
      })),
    },
    cwd: '/test',
    ...more,
  };
}

function isBelow(folder: string, file: string): boolean {
  return folder === '.' || file.startsWith(`${folder}/`);
}

function namesIn(folder: string, files: Record<string, string>): string[] {
  const start = folder === '.' ? '' : `${folder}/`;
  const below = Object.keys(files).filter((file) => file.startsWith(start));
  return [...new Set(below.map((file) => file.slice(start.length).split('/')[0] ?? ''))];
}
