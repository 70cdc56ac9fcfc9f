/**
 * The program of a Python worker. It reads one call per line, runs it, and writes one line with the outcome. The function's
 * output never mixes with these lines: they have descriptors of their own, and what programs print goes to the error output.
 */
export const WORKER_SOURCE = String.raw`
import asyncio, dataclasses, datetime, enum, importlib, importlib.machinery, inspect, io, json, os, pathlib, signal, sys, traceback

config = json.loads(sys.argv[1])
roots = [os.path.realpath(folder) for folder in config["folders"]]
sys.path[:0] = roots
calls = os.fdopen(os.dup(0), "rb")
outcomes = os.fdopen(os.dup(1), "wb")
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
os.dup2(2, 1)

if config["memory_mb"]:
    import resource
    limit = config["memory_mb"] * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


class Bytes(io.RawIOBase):
    def __init__(self, text):
        self.text = text

    def writable(self):
        return True

    def write(self, data):
        self.text.write(bytes(data).decode("utf-8", "replace"))
        return len(data)


class Output(io.TextIOBase):
    """Keeps what a function prints, up to a limit."""

    def __init__(self):
        self.buffer = Bytes(self)
        self.reset()

    def reset(self):
        self.parts, self.left = [], config["max_output"]

    def writable(self):
        return True

    def write(self, text):
        if self.left > 0:
            self.parts.append(text[: self.left])
            self.left -= len(text)
        return len(text)

    def text(self):
        return "".join(self.parts)


class Refused(Exception):
    """The configuration of the tool is wrong."""


output = Output()
sys.stdout = output
sys.stdin = open(os.devnull)
loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)
functions = {}
running = False


def interrupt(*_):
    if running:
        raise KeyboardInterrupt()


signal.signal(signal.SIGINT, interrupt)


def is_inside(file):
    path = os.path.realpath(file)
    return any(path.startswith(root + os.sep) for root in roots)


def find(module, name):
    key = (module, name)
    if key in functions:
        return functions[key]
    allowed = module in config["allow_modules"]
    if not allowed and importlib.machinery.PathFinder.find_spec(module.split(".")[0], roots) is None:
        raise Refused(f"there is no module {module} in the folders of the executor")
    try:
        found = importlib.import_module(module)
    except ImportError as error:
        raise Refused(f"the module {module} cannot be imported: {error}")
    if not allowed and not is_inside(getattr(found, "__file__", None) or ""):
        raise Refused(f"the module {module} is not in the folders of the executor")
    for part in name.split("."):
        found = None if part.startswith("_") else getattr(found, part, None)
    if not callable(found):
        raise Refused(f"the module {module} has no function {name}")
    functions[key] = found
    return found


def run(function, args):
    value = function(**args)
    if not inspect.isawaitable(value):
        return value
    task = asyncio.ensure_future(value, loop=loop)
    try:
        return loop.run_until_complete(task)
    except KeyboardInterrupt:
        for pending in asyncio.all_tasks(loop):
            pending.cancel()
        loop.run_until_complete(asyncio.gather(*asyncio.all_tasks(loop), return_exceptions=True))
        raise


def plain(value):
    """What JSON does not know but everybody writes the same way."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (set, frozenset)):
        return list(value)
    if isinstance(value, pathlib.PurePath):
        return str(value)
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    raise TypeError(f"the value has a {type(value).__name__}, which JSON does not have")


def text_of(outcome):
    return json.dumps(outcome, allow_nan=False, default=plain).encode()


def answer(call):
    global running
    output.reset()
    try:
        running = True
        os.chdir(call["cwd"])
        value = run(find(call["module"], call["function"]), call["args"])
        running = False
        try:
            line = text_of({"ok": True, "value": value, "stdout": output.text()})
        except (TypeError, ValueError, RecursionError) as error:
            return text_of({"ok": False, "kind": "result", "message": str(error), "stdout": output.text()})
        if len(line) <= config["max_value"]:
            return line
        message = f"the value has {len(line)} bytes, more than {config['max_value']}"
        return text_of({"ok": False, "kind": "result", "message": message, "stdout": output.text()})
    except KeyboardInterrupt:
        running = False
        return text_of({"ok": False, "kind": "interrupted", "message": "", "stdout": output.text()})
    except Refused as error:
        running = False
        return text_of({"ok": False, "kind": "refused", "message": str(error), "stdout": output.text()})
    except BaseException as error:
        running = False
        trace = "".join(traceback.format_exception(type(error), error, error.__traceback__))[-4000:]
        message = f"{type(error).__name__}: {error}"[:4000]
        failure = {"ok": False, "kind": "exception", "message": message, "traceback": trace, "stdout": output.text()}
        return text_of(failure)


for line in calls:
    outcomes.write(answer(json.loads(line)) + b"\n")
    outcomes.flush()
`;
