/** Whether a variable decides which programs run, what they load, or where they read their settings from. */
export function isSensitiveVariable(name: string): boolean {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const verdict = !VOLATILE.test(name) && (NAMES.has(name) || PREFIXES.test(name) || SUFFIXES.test(name));
  if (cache.size >= MAX_NAMES) cache.clear();
  cache.set(name, verdict);
  return verdict;
}

const cache = new Map<string, boolean>();
const MAX_NAMES = 5000;

const NAMES = new Set(
  [
    'PATH IFS ENV SHELL SHELLOPTS BASHOPTS PS4 CDPATH FPATH ZDOTDIR INPUTRC BROWSER VISUAL LESS MORE LESSOPEN LESSCLOSE',
    'CC CXX LD AR AS CPP FC RUSTC RUSTDOC MAKE MAKEFILES CPATH TERMINFO HOSTALIASES VIRTUAL_ENV VIMINIT EXINIT PHPRC',
    'XDG_DATA_DIRS XDG_CONFIG_DIRS',
  ].flatMap((line) => line.split(' ')),
);
/** Variables of loaders, interpreters, package managers and build tools. */
const PREFIXES =
  /^(?:BASH_(?:ENV|FUNC_)|LD_|DYLD_|GCONV_|GIT_|PYTHON|PYTEST|PERL|RUBY|NODE_|npm_config_|NPM_CONFIG_|YARN_|PNPM_|COREPACK_|BUN_|DENO_|PIP_|UV_|POETRY_|CARGO_|RUST|GO[A-Z]|CGO_|JAVA_|_JAVA_|JDK_|MAVEN_|GRADLE_|ANT_|DOTNET_|COR_|CORECLR_|LUA_|PHP_|TS_NODE_|TSX_|BABEL_|JEST_|VITEST_|ESLINT_|R_|JULIA_|ERL_|ELIXIR_|MIX_|BUNDLE_|GEM_|DOCKER_|COMPOSE_|ANSIBLE_|TF_|HELM_|CONDA_|OPENSSL_|SSL_|CMAKE_|TAR_|GREP_|RES_)/;
const SUFFIXES =
  /(?:PATH|HOME|OPTS|OPTIONS|FLAGS|CONFIG|RCFILE|WRAPPER|COMMAND|SHELL|EDITOR|PAGER|ASKPASS|PRELOAD|STARTUP|INIT|HOOKS|PLUGINS|CLASSPATH|PROXY)$|_proxy$/;
/** Variables that differ between terminals, logins or test workers. */
const VOLATILE =
  /^(?:XDG_(?:SESSION|SEAT)|WINDOWPATH$|NODE_CHANNEL|NODE_UNIQUE_ID$|JEST_WORKER|VITEST_(?:POOL|WORKER))/;
