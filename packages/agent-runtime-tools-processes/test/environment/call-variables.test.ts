import { SENSITIVE_VARIABLES } from '@ku0/agent-runtime-tools-rules';
import { describe, expect, it } from 'vitest';
import { checkVariables, createProcesses } from '../../src/index.ts';

function words(...lines: string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' '));
}

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'loads a library into any program': words(
    'LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT LD_DEBUG_OUTPUT LD_PROFILE_OUTPUT DYLD_INSERT_LIBRARIES DYLD_FRAMEWORK_PATH',
    'GCONV_PATH LOCPATH NLSPATH MALLOC_TRACE MALLOC_CONF GLIBC_TUNABLES HOSTALIASES RES_OPTIONS TERMINFO TERMINFO_DIRS',
    'TERMCAP TZDIR GTK_MODULES GTK_PATH QT_PLUGIN_PATH GIO_EXTRA_MODULES GST_PLUGIN_PATH LIBGL_DRIVERS_PATH KRB5_CONFIG',
  ),
  'steers a shell': words(
    'BASH_ENV ENV BASH_FUNC_ls%% BASH_FUNC_ls() BASH_LOADABLES_PATH BASH_XTRACEFD SHELLOPTS BASHOPTS PS0 PS1 PS2 PS4',
    'PROMPT_COMMAND IFS CDPATH GLOBIGNORE EXECIGNORE ZDOTDIR FPATH HISTFILE INPUTRC SHELL',
  ),
  'loads code into an interpreter': words(
    'PYTHONSTARTUP PYTHONINSPECT PYTHONPATH PYTHONHOME PYTHONBREAKPOINT PYTHONPYCACHEPREFIX PYTHONUSERBASE PYTHONEXECUTABLE',
    'PYTHON_HISTORY PYTEST_ADDOPTS PYTEST_PLUGINS COVERAGE_PROCESS_START PERL5OPT PERL5LIB PERLLIB PERL5DB PERL5SHELL',
    'PERL_MM_OPT RUBYOPT RUBYLIB RUBYSHELL GEM_HOME GEM_PATH BUNDLE_GEMFILE BUNDLE_PATH NODE_OPTIONS NODE_PATH',
    'NODE_EXTRA_CA_CERTS NODE_V8_COVERAGE NODE_REDIRECT_WARNINGS NODE_COMPILE_CACHE NODE_REPL_HISTORY',
    'NODE_REPL_EXTERNAL_MODULE NODE_TLS_REJECT_UNAUTHORIZED TS_NODE_PROJECT TS_NODE_COMPILER ELECTRON_RUN_AS_NODE DENO_DIR',
    'BUN_OPTIONS BUN_INSTALL JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS JAVA_OPTS JAVA_HOME CLASSPATH MAVEN_OPTS',
    'MAVEN_ARGS GRADLE_OPTS GRADLE_USER_HOME SBT_OPTS ANT_OPTS CATALINA_OPTS PHPRC PHP_INI_SCAN_DIR LUA_INIT LUA_INIT_5_4',
    'LUA_CPATH DOTNET_STARTUP_HOOKS CORECLR_PROFILER COR_PROFILER COMPlus_JitStdOutFile ERL_FLAGS ERL_AFLAGS ERL_LIBS',
    'ELIXIR_ERL_OPTIONS R_PROFILE R_ENVIRON_USER R_LIBS JULIA_LOAD_PATH JULIA_DEPOT_PATH GUILE_LOAD_PATH TCLLIBPATH',
    'OCAMLRUNPARAM CAML_LD_LIBRARY_PATH GHCRTS GHC_PACKAGE_PATH',
  ),
  'chooses what builds': words(
    'CC CXX CPP LD AR HOSTCC RUSTC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTDOC RUSTFLAGS RUSTUP_TOOLCHAIN RUSTUP_HOME',
    'CARGO_HOME CARGO_BUILD_RUSTC_WRAPPER CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER CARGO_REGISTRIES_X_INDEX',
    'CARGO_ALIAS_B CARGO_TARGET_DIR GOFLAGS GOPATH GOROOT GOENV GOPROXY GOTOOLCHAIN GOCACHEPROG CGO_CFLAGS MAKEFLAGS',
    'GNUMAKEFLAGS MAKEFILES MFLAGS MAKE CFLAGS CXXFLAGS LDFLAGS COMPILER_PATH GCC_EXEC_PREFIX LIBRARY_PATH CPATH',
    'C_INCLUDE_PATH DEPENDENCIES_OUTPUT SUNPRO_DEPENDENCIES PKG_CONFIG_PATH CMAKE_TOOLCHAIN_FILE CMAKE_C_COMPILER_LAUNCHER',
    'CCACHE_PREFIX SCCACHE_DIR LLVM_PROFILE_FILE GCOV_PREFIX ASAN_OPTIONS SWIFT_EXEC SDKROOT NIX_PATH NIX_CONFIG',
    'DISTCC_HOSTS MSBUILD_EXE_PATH',
  ),
  'chooses which version of a program is run': words(
    'PYENV_ROOT PYENV_HOOK_PATH PYENV_DIR PYENV_VERSION RBENV_ROOT RBENV_HOOK_PATH RBENV_DIR NODENV_ROOT GOENV_ROOT JENV_ROOT',
    'PLENV_ROOT PHPENV_ROOT ASDF_DIR ASDF_DATA_DIR ASDF_DEFAULT_TOOL_VERSIONS_FILENAME MISE_DATA_DIR NVM_DIR FNM_DIR',
    'FNM_MULTISHELL_PATH VOLTA_HOME SDKMAN_DIR rvm_path VIRTUAL_ENV PIPENV_PIPFILE HATCH_ENV DIRENV_CONFIG USE_BAZEL_VERSION',
    'AWKPATH AWKLIBPATH M4PATH NMAPDIR VALGRIND_LIB AUTOCONF AUTOM4TE LIBTOOLIZE QMAKESPEC KREW_ROOT',
  ),
  'changes where packages come from': words(
    'npm_config_registry npm_config_script_shell npm_config_userconfig npm_config_node_options npm_config_prefix',
    'NPM_CONFIG_REGISTRY Npm_Config_Globalconfig npm_config_script-shell pnpm_config_registry YARN_YARN_PATH YARN_RC_FILENAME',
    'YARN_PLUGINS YARN_NPM_REGISTRY_SERVER COREPACK_NPM_REGISTRY PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_CONFIG_FILE',
    'PIP_TARGET pip_index_url UV_INDEX_URL UV_CONFIG_FILE POETRY_HOME CONDA_PREFIX CONDARC BUNDLE_MIRROR__ALL COMPOSER_HOME',
    'NUGET_PACKAGES HEX_MIRROR HOMEBREW_BREW_GIT_REMOTE',
  ),
  'starts another program': words(
    'PAGER GIT_PAGER MANPAGER SYSTEMD_PAGER AWS_PAGER BAT_PAGER PSQL_PAGER EDITOR VISUAL FCEDIT GIT_EDITOR KUBE_EDITOR',
    'HGEDITOR SVN_EDITOR SUDO_EDITOR BROWSER LESSOPEN LESSCLOSE LESSEDIT LESSKEYIN LESSHISTFILE SSH_ASKPASS SUDO_ASKPASS',
    'GIT_ASKPASS GIT_SSH GIT_SSH_COMMAND GIT_PROXY_COMMAND GIT_EXTERNAL_DIFF GIT_SEQUENCE_EDITOR RSYNC_RSH CVS_RSH SVN_SSH',
    'RSYNC_CONNECT_PROG FZF_DEFAULT_COMMAND FZF_DEFAULT_OPTS FZF_CTRL_T_COMMAND RESTIC_PASSWORD_COMMAND BORG_PASSCOMMAND',
    'BORG_RSH SSH_SK_HELPER SSH_SK_PROVIDER SSH_PKCS11_HELPER MAKE_COMMAND PUPPETEER_EXECUTABLE_PATH CHROME_BIN CHROME_PATH',
    'ESBUILD_BINARY_PATH VIMINIT EXINIT GVIMINIT VIMRUNTIME EMACSLOADPATH shell_escape openout_any MANOPT MANROFFOPT MERGE_TOOL_PAGER',
  ),
  'makes git do something else': words(
    'GIT_TRACE GIT_TRACE2 GIT_TRACE2_EVENT GIT_TRACE_PACKET GIT_TRACE_CURL GIT_CONFIG GIT_CONFIG_GLOBAL GIT_CONFIG_COUNT',
    'GIT_CONFIG_KEY_0 GIT_CONFIG_VALUE_0 GIT_CONFIG_PARAMETERS GIT_DIR GIT_WORK_TREE GIT_COMMON_DIR GIT_INDEX_FILE',
    'GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_EXEC_PATH GIT_TEMPLATE_DIR GIT_NAMESPACE GIT_SSL_NO_VERIFY',
    'GIT_SSL_CAINFO GIT_ATTR_SOURCE GIT_ALLOW_PROTOCOL GIT_REDIRECT_STDOUT git_trace Git_Dir',
  ),
  'gives a program other options or settings': words(
    'TAR_OPTIONS GREP_OPTIONS RIPGREP_CONFIG_PATH WGETRC CURL_HOME NETRC OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES',
    'SSL_CERT_FILE SSL_CERT_DIR SSLKEYLOGFILE CURL_CA_BUNDLE REQUESTS_CA_BUNDLE SSH_AUTH_SOCK GNUPGHOME HGRCPATH PSQLRC',
    'PGSERVICEFILE PGPASSFILE MYSQL_HOME DOCKER_HOST DOCKER_CONFIG KUBECONFIG AWS_CONFIG_FILE AWS_SHARED_CREDENTIALS_FILE',
    'AWS_ENDPOINT_URL ANSIBLE_CONFIG ANSIBLE_LIBRARY TF_CLI_CONFIG_FILE TF_CLI_ARGS_plan HELM_PLUGINS XDG_CONFIG_HOME',
    'XDG_CONFIG_DIRS XDG_DATA_HOME XDG_DATA_DIRS XDG_RUNTIME_DIR XDG_CACHE_HOME XZ_OPT GZIP ZIPOPT UNZIP BAT_CONFIG_PATH',
    'DBUS_SESSION_BUS_ADDRESS GPG_AGENT_INFO SCREENRC TMUX_TMPDIR PARALLEL_HOME PASSWORD_STORE_EXTENSIONS_DIR',
  ),
  'moves the ground': words(
    'PATH HOME TMPDIR TMP TEMP USERPROFILE COMSPEC PATHEXT SYSTEMROOT APPDATA PSModulePath Path',
    'http_proxy https_proxy HTTPS_PROXY HTTP_PROXY ALL_PROXY all_proxy ftp_proxy RSYNC_PROXY npm_config_proxy',
    'TOOLBOX_HOME TOOLBOX_PROCESS_MARK TOOLBOX_HOOK_DEPTH',
  ),
};

describe.for(Object.entries(REFUSED))('a variable of a call that %s', ([, names]) => {
  it.for(names)('%s is refused, in other cases too, unless the host allows it', (name) => {
    for (const ignoreCase of [true, false])
      expect(checkVariables({ [name]: '/tmp/x' }, { ignoreCase })?.code).toBe('ENVIRONMENT_NOT_ALLOWED');
    expect(checkVariables({ [name]: '/tmp/x' }, { allow: [name] })).toBeUndefined();
    if (name.includes('_')) {
      expect(checkVariables({ [name.toLowerCase()]: '/tmp/x' })?.code).toBe('ENVIRONMENT_NOT_ALLOWED');
      expect(checkVariables({ [name.toUpperCase()]: '/tmp/x' })?.code).toBe('ENVIRONMENT_NOT_ALLOWED');
    }
  });
});

const HARMLESS: readonly string[] = [
  ...words(
    'CI=1 DEBUG=app:* NO_COLOR=1 FORCE_COLOR=3 CLICOLOR=0 COLORTERM=truecolor TERM=dumb TZ=Europe/Vienna LANG=C.UTF-8 LC_ALL=C',
    'LANGUAGE=de NODE_ENV=test PORT=3000 HOST=0.0.0.0 RUST_LOG=debug RUST_BACKTRACE=full VERBOSE=1 LOG_LEVEL=info COLUMNS=120',
    'LINES=40 PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PYTHONHASHSEED=0 PYTHONIOENCODING=utf-8 PYTHONUTF8=1 PYTHONDEVMODE=1',
    'PYTHONWARNINGS=error PYTHONWARNINGS=ignore::DeprecationWarning,default PYTHONBREAKPOINT=0 PYTHONOPTIMIZE=1',
    'NODE_NO_WARNINGS=1 NODE_DEBUG=http NODE_OPTIONS=--max-old-space-size=4096 NODE_OPTIONS=--no-warnings',
    'GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b.c GIT_COMMITTER_DATE=2020-01-01 GIT_TERMINAL_PROMPT=0 GIT_OPTIONAL_LOCKS=0',
    'GIT_PAGER=cat GIT_EDITOR=true GIT_EDITOR=: GIT_TRACE=1 GIT_TRACE=true GIT_TRACE2=0 GIT_MERGE_AUTOEDIT=no PAGER=cat',
    'EDITOR=true BROWSER=none CARGO_TERM_COLOR=never CARGO_INCREMENTAL=0 CARGO_NET_OFFLINE=true GOOS=linux GOARCH=arm64',
    'CGO_ENABLED=0 GOMAXPROCS=2 GO111MODULE=on GODEBUG=x=1 CFLAGS=-O2 npm_config_loglevel=silent npm_config_yes=true',
    'NPM_CONFIG_FUND=false npm_config_ignore_scripts=true PIP_NO_INPUT=1 PIP_DISABLE_PIP_VERSION_CHECK=1 MIX_ENV=test',
    'DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_ENVIRONMENT=Development RAILS_ENV=test RACK_ENV=test DJANGO_SETTINGS_MODULE=a.b',
    'FLASK_DEBUG=1 DATABASE_URL=sqlite:x.db API_URL=http://localhost BASE_PATH=/app PUBLIC_URL=/ AWS_REGION=eu-west-1',
    'AWS_PROFILE=dev TF_VAR_x=1 TF_LOG=DEBUG DOCKER_BUILDKIT=1 PGHOST=localhost PGUSER=me PGDATABASE=d NO_PROXY=localhost',
    'JOBS=4 MAKE_JOBS=4 SEED=7 SOURCE_DATE_EPOCH=0 DISPLAY=:99 ENVIRONMENT=ci env=production HISTSIZE=0 LESS=-FRX LESS=FRX',
    'VITE_API=x NEXT_PUBLIC_X=1 REACT_APP_X=1 MY_PATHS=a OLD_X=1 GREETING=hello x=1 CMAKE_BUILD_TYPE=Debug',
    'PYENV_VERSION=3.11.2 RBENV_VERSION=system ASDF_NODEJS_VERSION=20.11.1 MISE_NODE_VERSION=22 VIRTUAL_ENV_DISABLE_PROMPT=1',
    'CMAKE_BUILD_PARALLEL_LEVEL=4 JULIA_NUM_THREADS=2 OMP_NUM_THREADS=2 TS_NODE_TRANSPILE_ONLY=1',
  ),
  'RUSTFLAGS=-D warnings',
  'CFLAGS=-O2 -g -Wall -Wno-unused -std=c11 -DX=1',
  'GIT_COMMITTER_NAME=A B',
];

describe('a variable of a call that only says how something is to look or behave', () => {
  it.for([...HARMLESS])('%s is accepted', (assignment) => {
    const at = assignment.indexOf('=');
    expect(checkVariables({ [assignment.slice(0, at)]: assignment.slice(at + 1) })).toBeUndefined();
  });

  it('loads nothing when it is empty, except that an empty search path is the working directory', () => {
    for (const name of ['NODE_OPTIONS', 'http_proxy', 'LD_PRELOAD', 'GIT_PAGER', 'PYTHONPATH', 'XDG_CONFIG_HOME'])
      expect(checkVariables({ [name]: '' })).toBeUndefined();
    expect(checkVariables({ PATH: '' })?.code).toBe('ENVIRONMENT_NOT_ALLOWED');
  });
});

describe('a version that leads elsewhere', () => {
  it.for(['../../x', '3.11/../x', '/tmp/x', '3..1', './x', '3.11:../x'])('%s is refused', (version) => {
    for (const name of ['PYENV_VERSION', 'ASDF_PYTHON_VERSION'])
      expect(checkVariables({ [name]: version })?.code).toBe('ENVIRONMENT_NOT_ALLOWED');
  });
});

describe('a value that turns a harmless variable into a harmful one', () => {
  it.for([
    'PYTHONWARNINGS=all:0:antigravity.x:0:0',
    'GIT_TRACE=/tmp/trace',
    'GIT_TRACE=relative/file',
    'GIT_PAGER=cat; id',
    'GIT_EDITOR=./true',
    'NODE_OPTIONS=--max-old-space-size=1 --require ./x',
    'NODE_OPTIONS=--no-warnings --import=./x.mjs',
    'CFLAGS=-O2 -fplugin=./x.so',
    'CFLAGS=-Wl,-rpath,x',
    'CFLAGS=-O2\n-wrapper ./x',
    'RUSTFLAGS=-C linker=./x',
    'LESS=+!id',
    'LESS=-o/tmp/x',
    'BROWSER=./none',
    'npm_config_ignore_scripts=false',
    'PYTHONBREAKPOINT=os.system',
    'CARGO_NET_GIT_FETCH_WITH_CLI=true',
  ])('%s is refused', (assignment) => {
    const at = assignment.indexOf('=');
    expect(checkVariables({ [assignment.slice(0, at)]: assignment.slice(at + 1) })?.code).toBe(
      'ENVIRONMENT_NOT_ALLOWED',
    );
  });
});

describe('the list of sensitive variables', () => {
  it('names each once, and says what a refused one would do', async () => {
    const names = SENSITIVE_VARIABLES.flatMap((each) => each.names);
    expect(new Set(names).size).toBe(names.length);
    const result = await createProcesses().run('true', { env: { GIT_TRACE: '/tmp/trace' } });
    expect(result.error).toMatchObject({ code: 'ENVIRONMENT_NOT_ALLOWED', details: { name: 'GIT_TRACE' } });
    expect(result.error?.message).toMatch(/GIT_TRACE makes git /);
  });

  it('is shorter for code that starts programs, which also chooses the program and its folder', async () => {
    const { stdout } = await createProcesses().run('/bin/sh', {
      args: ['-c', 'echo $HOME'],
      env: { HOME: '/x', PATH: '' },
    });
    expect(stdout).toBe('/x\n');
  });

  it('takes no longer than an instant, whatever the names are', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`${'A'.repeat(500)}_${index}`, 'x']));
    const started = performance.now();
    expect(checkVariables(many)).toBeUndefined();
    const units = { RUSTFLAGS: '-A ', CFLAGS: '-Wno-a ', NODE_OPTIONS: '--no-warnings ', PYTHONWARNINGS: 'a:' };
    for (const [name, unit] of Object.entries(units))
      expect(checkVariables({ [name]: `${unit.repeat(20_000)}!` })?.code).toBe('ENVIRONMENT_NOT_ALLOWED');
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
