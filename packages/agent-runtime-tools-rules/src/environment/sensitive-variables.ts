/** Variables with the same effect on a program, by name; `*` stands for any text. */
export interface SensitiveVariables {
  readonly kind: SensitiveVariableKind;
  /** What such a variable does, to follow its name in a sentence. */
  readonly effect: string;
  readonly names: readonly string[];
}

export type SensitiveVariableKind =
  /** Of the C library and its loader: they act before the program's own code runs. */
  | 'loader'
  | 'library'
  | 'shell'
  | 'interpreter'
  | 'build'
  | 'version'
  | 'packages'
  | 'program'
  | 'git'
  | 'settings'
  | 'network'
  /** Where programs, settings and temporary files are looked up. Code that starts a program may set these. */
  | 'lookup';

/**
 * Variables that make a program load, start, write or read something that its command line does not say, so that a command
 * that was read and approved would do something else. Families are listed whole; their harmless members are in
 * `harmless-variables.ts`.
 */
export const SENSITIVE_VARIABLES: readonly SensitiveVariables[] = [
  kind(
    'loader',
    'makes programs load other code',
    'LD_* DYLD_* GCONV_PATH GLIBC_TUNABLES LOCPATH NLSPATH MALLOC_* GETCONF_DIR TZDIR *_PRELOAD',
  ),
  kind(
    'library',
    'makes programs load other code',
    'TERMINFO TERMINFO_DIRS TERMCAP TERMPATH GTK_MODULES GTK_PATH GTK_EXE_PREFIX GTK_DATA_PREFIX GTK_IM_MODULE* GTK2_* GTK3_*',
    'GDK_PIXBUF_* GIO_* GST_* GI_TYPELIB_PATH GSETTINGS_* QT_PLUGIN* QT_QPA_PLATFORM_PLUGIN_PATH QT_QPA_GENERIC_PLUGINS QML_IMPORT_* QML2_IMPORT_*',
    'LIBGL_DRIVERS_PATH VK_ICD_* VK_LAYER_* VK_ADD_* VK_DRIVER_* OCL_ICD_* ALSA_CONFIG_* MAGICK_* SASL_* ASPELL_CONF',
    'FONTCONFIG_* GDAL_DRIVER_PATH GDAL_PYTHON_* NSS_*',
  ),
  kind(
    'shell',
    'makes shells run or read something else',
    'BASH_ENV BASH_FUNC_* BASH_LOADABLES_PATH BASH_XTRACEFD BASHOPTS SHELLOPTS ENV IFS PS0 PS1 PS2 PS3 PS4 PROMPT PROMPT_COMMAND',
    'CDPATH GLOBIGNORE EXECIGNORE FIGNORE FPATH ZDOTDIR HISTFILE *_HISTFILE PSQL_HISTORY SQLITE_HISTORY INPUTRC fish_* SHELL',
  ),
  kind(
    'interpreter',
    'makes interpreters load other code',
    'PYTHON* PYTEST_* COVERAGE_* MYPYPATH MYPY_* PYLINT* IPYTHON* JUPYTER_* MPLCONFIGDIR MATPLOTLIBRC PERL5* PERLLIB PERL_*',
    'RUBYOPT RUBYLIB RUBYSHELL RUBYPATH GEM_* GEMRC BUNDLE_* NODE_* ELECTRON_RUN_AS_NODE ELECTRON_OVERRIDE_* ELECTRON_MIRROR',
    'ELECTRON_CUSTOM_* TS_NODE_* TSX_* BABEL_* DENO_* BUN_* JAVA_* JDK_* _JAVA_* JRE_* CLASSPATH MAVEN_* GRADLE_* SBT_*',
    'CATALINA_* LEIN_* PHPRC PHP_INI_* LUA_* CORECLR_* COR_* COMPlus_* DOTNET_* MONO_* MSBUILD* ERL_* ELIXIR_* MIX_* REBAR_*',
    'R_PROFILE* R_ENVIRON* R_LIBS* R_HOME R_DEFAULT_* JULIA_* GUILE_* TCLLIBPATH TCL_* TK_LIBRARY OCAML* CAML_* OPAM* GHC*',
    'CABAL_* STACK_ROOT STACK_YAML SWIFT_* AWKPATH AWKLIBPATH M4PATH NMAPDIR VALGRIND_LIB',
  ),
  kind(
    'build',
    'chooses what builds a program, and how',
    'CC CC_* CXX CXX_* CPP LD AR AS NM FC F77 RANLIB STRIP OBJCOPY LEX YACC M4 MAKE MAKEFILES HOSTCC HOSTCXX HOST_CC TARGET_CC',
    'BUILD_CC *_LINKER CFLAGS CXXFLAGS CPPFLAGS LDFLAGS ASFLAGS ARFLAGS FFLAGS FCFLAGS *_CFLAGS *_CXXFLAGS *_CPPFLAGS *_LDFLAGS',
    '*_RUSTFLAGS RUSTFLAGS RUSTDOCFLAGS MAKEFLAGS GNUMAKEFLAGS MFLAGS SCONSFLAGS NINJAFLAGS *_WRAPPER *_LAUNCHER RUSTC*',
    'RUSTDOC RUSTUP_* CARGO CARGO_* CGO_* GOFLAGS GOROOT GOPATH GOBIN GOENV GOPROXY GOSUMDB GONOSUM* GOINSECURE GOPRIVATE',
    'GONOPROXY GOAUTH GOVCS GOTOOLCHAIN GOTOOLDIR GOCACHE* GOMODCACHE GOTMPDIR GCCGO COMPILER_PATH GCC_* CPATH',
    '*_INCLUDE_PATH LIBRARY_PATH DEPENDENCIES_OUTPUT SUNPRO_DEPENDENCIES PKG_CONFIG* ACLOCAL_PATH CMAKE_* CCACHE_* SCCACHE_*',
    'DISTCC_* LLVM_* GCOV_* GMON_* SDKROOT DEVELOPER_DIR TOOLCHAINS NIX_* BAZEL* CONFIG_SITE QMAKESPEC AUTOCONF AUTOMAKE',
    'AUTOHEADER AUTOM4TE ACLOCAL LIBTOOLIZE',
  ),
  // A shim on the search path runs the version that these choose.
  kind(
    'version',
    'chooses which version of a program is run, and from where',
    'PYENV_* RBENV_* NODENV_* GOENV_* JENV_* PLENV_* PHPENV_* LUAENV_* TFENV_* ASDF_* MISE_* RTX_* NVM_* FNM_* VOLTA_* N_PREFIX',
    'SDKMAN_* PROTO_* RVM_* GVM_* VIRTUAL_ENV PIPENV_* HATCH_* DIRENV_* GUIX_* KREW_ROOT USE_BAZEL_VERSION',
  ),
  kind(
    'packages',
    'changes where packages come from or what installing them runs',
    'npm_* pnpm_* YARN_* COREPACK_* PIP_* UV_* POETRY_* PDM_* CONDA* MAMBA_* VIRTUALENV_* PIPX_* TOX_* COMPOSER_* NUGET_*',
    'HEX_* HOMEBREW_* APT_CONFIG DPKG_*',
  ),
  kind(
    'program',
    'makes programs start another one',
    '*PAGER *EDITOR VISUAL FCEDIT BROWSER *_BROWSER *_ASKPASS *_COMMAND *_CMD *PASSCOMMAND *_RSH *_SSH *_PROG LESS* MORE SSH_*',
    'GPG_* PINENTRY_* FZF_* RSYNC_* CVS_* SVN_* *_BIN *_EXE *_EXEC *_EXECUTABLE *_EXECUTABLE_PATH *_BINARY *_BINARY_PATH',
    'CHROME_PATH EXINIT VIMINIT GVIMINIT VIM VIMRUNTIME MYVIMRC NVIM_* EMACS* shell_escape* openout_any openin_any TEXMF*',
    'TEXINPUTS MANPATH MANOPT MANROFFOPT GROFF_* PASSWORD_STORE_* HGMERGE QUILT_*',
  ),
  kind('git', 'makes git read, write or run something else', 'GIT_*'),
  kind(
    'settings',
    'gives programs other options or settings',
    '*_OPTS *_OPTIONS *_OPT *_ADDOPTS *_ARGS TF_CLI_* TF_PLUGIN_* TF_DATA_DIR TF_LOG_PATH *_CONFIG_PATH *_CONFIG_FILE',
    '*_CONFIG_DIR *_CONFIG_HOME *_HOME *_RC *_RCFILE ACKRC CONDARC DIALOGRC MAILRC NETRC PSQLRC SCREENRC WGETRC KUBECONFIG',
    'XZ_DEFAULTS GZIP BZIP2 ZIPOPT UNZIP UNZIPOPT PARALLEL HGRCPATH GNUPGHOME CVSROOT PGSERVICE* PGPASSFILE PGSYSCONFDIR',
    'PGSSL* LIBMYSQL_* KRB5* LDAPCONF LDAPRC LDAPTLS_* DBUS_* DOCKER_CONFIG DOCKER_HOST DOCKER_CONTEXT DOCKER_CERT_PATH',
    'CONTAINER_HOST COMPOSE_FILE AWS_SHARED_CREDENTIALS_FILE AWS_ENDPOINT_URL* ANSIBLE_* HELM_* PERF_CONFIG PERF_EXEC_PATH',
    'PERF_BUILDID_DIR TMUX* SCREENDIR W3M_* LYNX_* ELINKS_*',
  ),
  kind(
    'network',
    'changes whom programs talk to and trust',
    '*_PROXY OPENSSL_* SSL_CERT_* SSLKEYLOGFILE *_CA_BUNDLE *_CA_CERTS *_CAINFO HOSTALIASES LOCALDOMAIN RESOLV_* DEBUGINFOD_URLS',
  ),
  kind(
    'lookup',
    'changes which programs and files a command means',
    'PATH PATHEXT COMSPEC HOME HOMEDRIVE HOMEPATH USERPROFILE APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES* SYSTEMROOT',
    'SYSTEMDRIVE WINDIR PSMODULEPATH TMPDIR TMP TEMP TEMPDIR TMPPREFIX XDG_* TOOLBOX_*',
  ),
];

/**
 * Names that only resemble the ones above. Too many of a program's own variables look like this to refuse them all; where a
 * mistake costs no more than a question, they count as sensitive.
 */
export const SUSPECT_NAMES: readonly string[] = words(
  '*PATH *HOME *OPTS *OPTIONS *FLAGS *CONFIG *RCFILE *WRAPPER *COMMAND *SHELL *EDITOR *PAGER *ASKPASS *PRELOAD *STARTUP *INIT',
  '*HOOKS *PLUGINS *PROXY PYTEST* PERL* RUBY* RUST* GO* ANT_* PHP_* JEST_* VITEST_* ESLINT_* R_* DOCKER_* COMPOSE_* TF_* SSL_*',
  'TAR_* GREP_* RES_*',
);

/** Variables that differ from one terminal, login or script run to the next. */
export const SESSION_NAMES: readonly string[] = words(
  'XDG_SESSION* XDG_SEAT* XDG_VTNR WINDOWPATH SSH_AUTH_SOCK SSH_AGENT_PID SSH_CLIENT SSH_CONNECTION SSH_TTY GPG_TTY GPG_AGENT_INFO',
  'TMUX TMUX_PANE DBUS_SESSION_BUS_* NODE_CHANNEL* NODE_UNIQUE_ID JEST_WORKER* VITEST_POOL* VITEST_WORKER* FNM_MULTISHELL_PATH',
  'DIRENV_DIFF DIRENV_WATCHES npm_lifecycle_* npm_package_* npm_command npm_execpath npm_node_execpath',
);

function kind(name: SensitiveVariableKind, effect: string, ...lines: string[]): SensitiveVariables {
  return { kind: name, effect, names: words(...lines) };
}

function words(...lines: string[]): string[] {
  return lines.flatMap((line) => line.split(' '));
}
