/** What a tool works with. Tests may give fakes. */
export interface ToolContext {
  fs: SyncFileSystem;
  /** Answers questions about code. Tools that need it fail without it. */
  rustEngine?: RustEngine | undefined;
  cwd: string;
  /** Asked before something is overwritten, deleted or run. Without it, nobody is asked. */
  confirm?: ((message: string) => Promise<boolean>) | undefined;
  logger?: ToolLogger | undefined;
  /** Fires when the call is to end. */
  signal?: AbortSignal | undefined;
}

/** The synchronous file calls that tools make: always with the path they were given. */
export interface SyncFileSystem {
  readFileSync: (path: string, encoding: string) => string;
  writeFileSync: (path: string, content: string) => void;
  existsSync: (path: string) => boolean;
  unlinkSync: (path: string) => void;
  /** With `withFileTypes`; entries may be names or `Dirent`s. */
  readdirSync: (path: string, options?: unknown) => unknown[];
  statSync: (path: string) => unknown;
}

/** Each answer may be a promise. */
export interface RustEngine {
  generateRepoMap: (path: string) => unknown;
  search: (path: string, query: string) => unknown;
  getSymbolInfo: (file: string, symbol: string) => unknown;
  getImportsExports: (file: string) => unknown;
  buildDependencyGraph: (path: string) => unknown;
  resolveSymbol: (symbol: string, file: string) => unknown;
  findReferences: (symbol: string, path: string) => unknown;
}

export interface ToolLogger {
  debug: (message: string, ...args: unknown[]) => void;
  info: (message: string, ...args: unknown[]) => void;
  warn: (message: string, ...args: unknown[]) => void;
  error: (message: string, ...args: unknown[]) => void;
}
