/** Members of sensitive families that only change how something looks or behaves. */
export const HARMLESS_MEMBERS: readonly string[] = [
  'PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONHASHSEED PYTHONIOENCODING PYTHONUTF8 PYTHONFAULTHANDLER PYTHONDEVMODE',
  'PYTHONASYNCIODEBUG PYTHONOPTIMIZE PYTHONNOUSERSITE PYTHONSAFEPATH PYTHONTRACEMALLOC PYTHONVERBOSE PYTHONDEBUG',
  'PYTHONNODEBUGRANGES PYTHONINTMAXSTRDIGITS PYTHON_COLORS PYTHON_GIL PYTEST_DISABLE_PLUGIN_AUTOLOAD PERL_HASH_SEED',
  'PERL_BADLANG PERL_UNICODE PERL_MM_USE_DEFAULT BUNDLE_JOBS BUNDLE_RETRY BUNDLE_WITHOUT BUNDLE_FROZEN NODE_ENV',
  'NODE_NO_WARNINGS NODE_DEBUG NODE_DISABLE_COLORS NODE_PENDING_DEPRECATION NODE_APP_INSTANCE NODE_NO_READLINE',
  'NODE_SKIP_PLATFORM_CHECK NODE_DISABLE_COMPILE_CACHE NODE_NAME NODE_VERSION TS_NODE_TRANSPILE_ONLY TS_NODE_FILES',
  'TS_NODE_PRETTY TS_NODE_LOG_ERROR BABEL_ENV BABEL_SHOW_CONFIG_FOR DENO_NO_UPDATE_CHECK JAVA_VERSION DOTNET_NOLOGO',
  'DOTNET_ENVIRONMENT DOTNET_CLI_TELEMETRY_OPTOUT DOTNET_SKIP_FIRST_TIME_EXPERIENCE DOTNET_CLI_UI_LANGUAGE',
  'DOTNET_SYSTEM_GLOBALIZATION_INVARIANT MIX_ENV MIX_TARGET JULIA_NUM_THREADS JULIA_DEBUG',
  'CARGO_TERM_* CARGO_INCREMENTAL CARGO_BUILD_JOBS CARGO_NET_OFFLINE CARGO_NET_RETRY CARGO_HTTP_TIMEOUT',
  'CMAKE_BUILD_TYPE CMAKE_BUILD_PARALLEL_LEVEL CMAKE_COLOR_DIAGNOSTICS CMAKE_EXPORT_COMPILE_COMMANDS CMAKE_GENERATOR_PLATFORM',
  'npm_config_loglevel npm_config_color npm_config_progress npm_config_fund npm_config_audit npm_config_yes',
  'npm_config_update_notifier npm_config_fetch_retries npm_config_fetch_timeout npm_config_offline npm_config_prefer_offline',
  'npm_config_dry_run npm_config_omit npm_config_include npm_config_production npm_config_save npm_config_save_exact',
  'npm_config_legacy_peer_deps npm_config_strict_peer_deps npm_config_engine_strict npm_config_json npm_config_unicode',
  'YARN_ENABLE_COLORS YARN_ENABLE_PROGRESS_BARS YARN_ENABLE_TELEMETRY YARN_ENABLE_IMMUTABLE_INSTALLS YARN_SILENT',
  'COREPACK_ENABLE_STRICT COREPACK_ENABLE_DOWNLOAD_PROMPT PIP_DISABLE_PIP_VERSION_CHECK PIP_NO_INPUT PIP_NO_CACHE_DIR',
  'PIP_NO_COLOR PIP_QUIET PIP_VERBOSE PIP_PROGRESS_BAR PIP_DEFAULT_TIMEOUT PIP_TIMEOUT PIP_RETRIES PIP_ROOT_USER_ACTION',
  'PIP_REQUIRE_VIRTUALENV UV_OFFLINE UV_NO_CACHE UV_FROZEN UV_LOCKED UV_NO_PROGRESS POETRY_NO_INTERACTION',
  'COMPOSER_NO_INTERACTION COMPOSER_ALLOW_SUPERUSER HOMEBREW_NO_AUTO_UPDATE HOMEBREW_NO_ANALYTICS',
  'GIT_AUTHOR_* GIT_COMMITTER_* GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS GIT_MERGE_AUTOEDIT GIT_FLUSH GIT_LITERAL_PATHSPECS',
  'GIT_GLOB_PATHSPECS GIT_NOGLOB_PATHSPECS GIT_ICASE_PATHSPECS GIT_CEILING_DIRECTORIES GIT_DISCOVERY_ACROSS_FILESYSTEM',
  'GIT_PROGRESS_DELAY GIT_MERGE_VERBOSITY GIT_PRINT_SHA1_ELLIPSIS GIT_ADVICE GIT_BRANCH GIT_COMMIT GIT_SHA GIT_TAG',
  'LESSCHARSET NO_PROXY UV_THREADPOOL_SIZE MALLOC_ARENA_MAX GPG_TTY CGO_ENABLED',
].flatMap((line) => line.split(' '));

/** Lower-case words that many programs use for variables of their own: shells and tools read theirs in upper case. */
export const ORDINARY_WORDS: readonly string[] = ['browser', 'cc', 'editor', 'env', 'ld', 'make', 'pager', 'shell'];

/** Variables that are sensitive by their name and harmless with such a value. */
export const HARMLESS_VALUES: readonly HarmlessValue[] = [
  // A program that does nothing or only prints, by its bare name.
  { names: ['*PAGER', '*EDITOR', 'VISUAL', '*_ASKPASS', 'GIT_SSH', 'GIT_SSH_COMMAND'], value: /^(?::|cat|true)$/ },
  { names: ['PROMPT_COMMAND', 'GIT_EXTERNAL_DIFF', 'RUSTC_WRAPPER'], value: /^(?::|true)$/ },
  { names: ['BROWSER'], value: /^none$/ },
  // A switch of an application that only resembles these names.
  {
    names: ['*_PROXY', '*_SSH', '*_BROWSER', '*_COMMAND', '*_CMD', '*_BIN', '*_EXEC'],
    value: /^(?:\d{1,6}|true|false|yes|no|on|off)$/i,
  },
  // The number or name of an installed version, not a path.
  {
    names: ['PYENV_VERSION', 'RBENV_VERSION', 'NODENV_VERSION', 'GOENV_VERSION', 'JENV_VERSION', 'ASDF_*', 'MISE_*'],
    value: /^(?:\d[\w+-]*(?:\.[\w+-]+)*|system)$/,
  },
  // A number is an open descriptor; anything else is a file to write.
  { names: ['GIT_TRACE*'], value: /^(?:[0-9]|true|false)$/i },
  // A category with a dot in it names a module to load.
  { names: ['PYTHONWARNINGS'], value: /^[\w:, ]*$/ },
  { names: ['PYTHONBREAKPOINT'], value: /^0$/ },
  { names: ['NODE_TLS_REJECT_UNAUTHORIZED'], value: /^1$/ },
  {
    names: ['NODE_OPTIONS'],
    value:
      /^(?:(?:^| )--(?:max[-_]old[-_]space[-_]size=\d{1,6}|no-warnings|no-deprecation|trace-warnings|enable-source-maps))*$/,
  },
  { names: ['npm_config_ignore_scripts'], value: /^true$/ },
  // Optimisation, warnings, definitions and the standard: no plug-ins, wrappers or linkers.
  {
    names: ['CFLAGS', 'CXXFLAGS', 'CPPFLAGS'],
    value: /^(?:(?:^| +)-(?:O[0-3sgz]?|g[0-3]?|W[a-z][\w-]*|D\w+(?:=\w*)?|std=[\w+]+))*$/,
  },
  { names: ['RUSTFLAGS', 'RUSTDOCFLAGS'], value: /^(?:(?:^| +)-[ADFW] ?\w[\w:-]*)*$/ },
  { names: ['LESS', 'MORE'], value: /^-?[EFIKMNQRSXeinqr]*$/ },
];

export interface HarmlessValue {
  readonly names: readonly string[];
  readonly value: RegExp;
}

/**
 * The variables that may be set for a command without asking anybody, with a plain word as the value. This list is closed:
 * what is not on it needs consent.
 */
export const UNASKED_NAMES: readonly string[] = [
  'APP_ENV CARGO_INCREMENTAL CARGO_TERM_COLOR CGO_ENABLED CI CLICOLOR CLICOLOR_FORCE COLORTERM COLUMNS DEBUG FORCE_COLOR',
  'GIT_OPTIONAL_LOCKS GIT_TERMINAL_PROMPT GOARCH GOMAXPROCS GOOS LANG LANGUAGE LC_* LINES LOG_LEVEL MIX_ENV NODE_ENV',
  'NODE_NO_WARNINGS NO_COLOR PORT PYTHONDONTWRITEBYTECODE PYTHONHASHSEED PYTHONIOENCODING PYTHONUNBUFFERED PYTHONUTF8 RACK_ENV',
  'RAILS_ENV RUST_BACKTRACE RUST_LOG RUST_TEST_THREADS TERM TZ VERBOSE',
].flatMap((line) => line.split(' '));

/** Variables that need consent except with such a value. */
export const UNASKED_VALUES: readonly HarmlessValue[] = [
  { names: ['TZ'], value: /^[A-Za-z]+(?:\/[A-Za-z][\w+-]*){1,2}$/ },
  { names: ['PAGER', 'GIT_PAGER'], value: /^(?:cat)?$/ },
  { names: ['NODE_OPTIONS'], value: /^--max[-_]old[-_]space[-_]size=\d{1,6}$/ },
];
