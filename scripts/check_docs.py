"""Checks the documents against the program and the repository. Run as: check_docs.py CARDPOST-BINARY

- The settings in docs/OPERATING.md and .env.example are those of `cardpost serve --help`, with the same defaults.
- docs/OPERATING.md names every command of the program.
- docker-compose.yml is valid, passes on every setting to the container, and uses no variable that .env.example lacks.
- The table of games in README.md has a row for each kind.
- Every link within the repository has a target, including its heading.
- Every path in the pages for developers exists, in the repository or in src.
- The list of contents at the top of a document has all its sections.
- The example in docs/RECORDS.md is the tested file that it names.
- .dockerignore includes every file that the sources include.
- The texts are in plain English: see PHRASES.
"""

import collections
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tokenize

import yaml

# Flags without a value, which have no default in the help.
FLAGS = {"CARDPOST_NO_MIGRATE", "CARDPOST_WEBHOOKS_ALLOW_PRIVATE"}

# Settings that docker-compose.yml does not pass on, with the reason.
NOT_IN_COMPOSE = {
    "CARDPOST_DATA_DIR": "the container has no Postgres of its own",
    "CARDPOST_PG_BIN": "the container has no Postgres of its own",
}

# Variables of docker-compose.yml that are not settings of the server.
COMPOSE_ONLY = {"POSTGRES_PASSWORD", "CARDPOST_PUBLISH"}

# Paths that the pages for developers use as examples.
EXAMPLE_PATHS = {"tests/records/complete/golf/rules-2"}

# Oblique phrases: what to look for, and the plain alternative. Matched without regard to case.
PHRASES = [
    (r"(?<!there )\b(?:is|are) none\b", "say \"there is no …\" or use a negated verb"),
    (r"\bwhoever\b", "name the person: the player, the client, the operator"),
    (r"\bthose who\b", "name the people: players, readers, clients"),
    (r"\b(?:is|are|be|was|were) told of\b", "is notified of"),
    (r"\bthere are those\b", "some …"),
    (r"\bunder way\b", "running, in progress"),
    (r"\bcall(?:s|ed|ing)? (?:it )?off\b", "cancel"),
    (r"\bstands? beside\b", "is next to, belongs to"),
    (r"\bfrom (?:here|then) on\b", "afterwards, after that"),
    (r"\b(?:see|seen) to it\b|\b(?:sees|seeing|saw) to\b", "handle, process, make sure"),
    (r"\bturns? off the light\b", "name the action"),
]
# Only in documents, in the API document, and in the sources of the API.
API_PHRASES = [(r"\bnobody\b", "\"no player\", \"no one\", or a passive")]
# A statement with a clause as its subject. A question ends with a question mark.
CLAUSE = (r"(?:What|Who|Whoever)\b[^.?!]*\.", "make the thing the subject: \"Returns …\", \"The …\"")
# Justified uses, as (file, the matched text in lower case, reason).
ALLOWED = []

ROOT = pathlib.Path(__file__).resolve().parent.parent
wrong = []


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def settings_of(binary):
    """Variable -> (flag, default), as the program has them."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CARDPOST_")}
    text = subprocess.run([binary, "serve", "--help"], capture_output=True, text=True, check=True, env=environment).stdout
    settings = {}
    for part in re.split(r"\n +(?=--)", text)[1:]:
        variable = re.search(r"\[env: (\w+)", part)
        if variable:
            default = re.search(r"\[default: ([^\]]*)\]", part)
            settings[variable[1]] = (part.split()[0], default[1] if default else "")
    return settings


def check_settings(binary):
    settings = settings_of(binary)
    settings = {name: (flag, default or ("false" if name in FLAGS else "")) for name, (flag, default) in settings.items()}
    row = re.compile(r"^\| `(--[\w-]+)` \| `(\w+)` \| (?:`([^`]*)`)? ?\|", re.M)
    table = {name: (flag, default) for flag, name, default in row.findall(read("docs/OPERATING.md"))}
    if table != settings:
        difference = sorted(set(table.items()) ^ set(settings.items()))
        wrong.append(f"docs/OPERATING.md: the settings differ from those of --help: {difference}")
    example = dict(re.findall(r"^#?(\w+)=(.*)$", read(".env.example"), re.M))
    for name, (_, default) in settings.items():
        default = "postgres://user:password@host/name" if name == "DATABASE_URL" else default
        if example.get(name) != default:
            wrong.append(f".env.example: {name} is {example.get(name)!r}, and should be {default!r}")
    if set(example) != set(settings) | COMPOSE_ONLY:
        wrong.append(f".env.example: unknown or missing: {sorted(set(example) ^ (set(settings) | COMPOSE_ONLY))}")
    return set(settings), set(example)


def check_commands(binary):
    help_text = subprocess.run([binary, "--help"], capture_output=True, text=True, check=True).stdout
    commands = re.findall(r"^  ([a-z-]+) ", re.search(r"Commands:\n(.*?)\n\n", help_text, re.S)[1], re.M)
    listed = re.findall(r"^\| `cardpost ([a-z-]+)` \|", read("docs/OPERATING.md"), re.M)
    if set(listed) != set(commands) - {"help"}:
        wrong.append(f"docs/OPERATING.md: the commands listed are {listed}, and should be {commands}")


def check_games():
    kinds = json.loads(read("openapi/openapi.json"))["components"]["schemas"]["Kind"]["enum"]
    listed = re.findall(r"^\| `([a-z-]+)` \| \[", read("README.md"), re.M)
    if listed != kinds:
        wrong.append(f"README.md: the games listed are {listed}, and should be {kinds}")


def anchor(heading):
    """The fragment that GitHub generates for a heading."""
    heading = re.sub(r"\[([^\]]*)\]\([^)]*\)|`", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def check_links():
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    for page in pages:
        text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"\w+:", target):
                continue
            path, _, fragment = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            if not file.exists():
                wrong.append(f"{page.relative_to(ROOT)}: {target} does not exist")
            elif fragment and fragment not in {anchor(h) for h in re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.M)}:
                wrong.append(f"{page.relative_to(ROOT)}: {target} has no such heading")


def check_paths():
    roots = [ROOT, ROOT / "src"]
    for page in [ROOT / "CONTRIBUTING.md", ROOT / "docs/ARCHITECTURE.md", *ROOT.glob("docs/adr/*.md")]:
        for path in re.findall(r"`([\w.-]+/[\w./-]*)`", page.read_text(encoding="utf-8")):
            known = any((root / path.split("/")[0]).is_dir() for root in roots)
            if known and path not in EXAMPLE_PATHS and not any((root / path).exists() for root in roots):
                wrong.append(f"{page.relative_to(ROOT)}: {path} does not exist")


def check_contents():
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]:
        text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
        contents, *sections = re.split(r"^## ", text, flags=re.M)
        listed = re.findall(r"^- \[[^\]]*\]\(#([^)]*)\)", contents, re.M)
        headings = [anchor(section.splitlines()[0]) for section in sections]
        if listed and listed != headings:
            difference = sorted(set(listed) ^ set(headings)) or "their order"
            wrong.append(f"{page.relative_to(ROOT)}: the list of contents differs from the sections in {difference}")


def check_example():
    text = read("docs/RECORDS.md")
    path = re.search(r"\]\(\.\./(tests/records/handwritten/[\w-]+\.json)\)", text)[1]
    shown = re.search(r"```json\n(.*?)```", text, re.S)[1]
    if json.loads(shown) != json.loads(read(path)):
        wrong.append(f"docs/RECORDS.md: the example is not what {path} holds")


def check_compose(settings, example):
    compose = yaml.safe_load(read("docker-compose.yml"))
    services = compose["services"]
    for name, service in services.items():
        if not {"image", "build"} & set(service):
            wrong.append(f"docker-compose.yml: {name} has neither image nor build")
        for other in service.get("depends_on", ()):
            if other not in services:
                wrong.append(f"docker-compose.yml: {name} depends on {other}, which does not exist")
        for volume in service.get("volumes", ()):
            if volume.split(":")[0] not in compose["volumes"]:
                wrong.append(f"docker-compose.yml: the volume {volume} does not exist")
    passed = services["cardpost"]["environment"]
    if set(passed) != settings - set(NOT_IN_COMPOSE):
        difference = sorted(set(passed) ^ (settings - set(NOT_IN_COMPOSE)))
        wrong.append(f"docker-compose.yml: the server's environment differs from the settings in {difference}")
    used = set(re.findall(r"\$\{(\w+)", read("docker-compose.yml")))
    used |= {name for name, value in passed.items() if value is None}
    if used - example:
        wrong.append(f"docker-compose.yml: .env.example does not list {sorted(used - example)}")


def check_docker_context():
    let_in = re.findall(r"^!(.+)$", read(".dockerignore"), re.M)
    for source in ROOT.glob("src/**/*.rs"):
        for name in re.findall(r'include_(?:str|bytes)!\("([^"]+)"\)', source.read_text(encoding="utf-8")):
            included = (source.parent / name).resolve().relative_to(ROOT).as_posix()
            if not any(included == path or included.startswith(path + "/") for path in let_in):
                wrong.append(f".dockerignore: keeps out {included}, which {source.relative_to(ROOT)} includes")


def prose_of_markdown(text):
    """The paragraphs of a document, without code, as (line, text)."""
    text = re.sub(r"^```.*?^```", lambda code: "\n" * code[0].count("\n"), text, flags=re.M | re.S)
    line, block = 1, []
    for number, content in enumerate([*text.splitlines(), ""], 1):
        content = re.sub(r"`[^`]*`", "`code`", content).strip()
        starts = not content or re.match(r"[-*|#>]|\d+\.", content)
        if starts and block:
            yield line, " ".join(block)
            block = []
        if content:
            line = line if block else number
            block.append(re.sub(r"^(?:[-*>]|#+|\d+\.)\s+", "", content))


def prose_of_rust(text):
    """The comments and the string literals of a source file, as (line, text)."""
    token = re.compile(
        r"(?P<comment>(?:^[ \t]*//[^\n]*\n?)+|//[^\n]*)|(?P<raw>r(?P<hash>#*)\".*?\"(?P=hash))"
        r"|(?P<string>\"(?:\\.|[^\"\\])*\")|'(?:\\.[^']*|[^'\\])'",
        re.M | re.S,
    )
    for found in token.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        if found["comment"]:
            # A blank line in a comment and an item of a list begin something new.
            lines = [re.sub(r"^\s*//[/!]?\s?", "", part) for part in found["comment"].splitlines()]
            for offset, prose in prose_of_markdown("\n".join(lines)):
                yield line + offset - 1, prose
        elif found["string"]:
            yield line, re.sub(r"\s+", " ", found["string"][1:-1].replace("\\\n", " "))


def prose_of_python(text):
    """The comments of a script in Python, as (line, text)."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# ")


def prose_of_hash_comments(text):
    """The comments of a shell script or a settings file, as (line, text)."""
    for number, content in enumerate(text.splitlines(), 1):
        if content.lstrip().startswith("#"):
            yield number, content.lstrip("# ")


def prose_of_api(document):
    """Every summary, title and description in the API document, as (JSON pointer, text)."""

    def walk(value, pointer):
        if isinstance(value, dict):
            for key, inner in value.items():
                # Examples are real answers, and properties can have these names.
                if key in ("summary", "description", "title") and isinstance(inner, str):
                    yield f"{pointer}/{key}", inner
                elif key not in ("example", "examples"):
                    yield from walk(inner, f"{pointer}/{key}")
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                yield from walk(inner, f"{pointer}/{index}")

    for pointer, text in walk(document, ""):
        for _, prose in prose_of_markdown(text):
            yield pointer, prose


def oblique_in(file, prose):
    """The oblique phrases in the text of a file, as (place, matched text, alternative)."""
    phrases = list(PHRASES)
    if file.endswith((".md", ".json")) or file.startswith("src/http/"):
        phrases += API_PHRASES
    for place, text in prose:
        for pattern, alternative in phrases:
            for found in re.finditer(pattern, text, re.I):
                yield place, found[0], alternative
        # At the beginning of the text or of a sentence in it.
        for found in re.finditer(r"(?:^|(?<=[.!?] ))" + CLAUSE[0] + r"(?=\s|$)", text):
            yield place, found[0], CLAUSE[1]


def check_language():
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("clients/**/*.md")]
    texts = [(path, prose_of_markdown) for path in pages]
    texts += [(path, prose_of_rust) for path in ROOT.glob("src/**/*.rs")]
    texts += [(path, prose_of_python) for path in ROOT.glob("clients/**/*.py")]
    texts += [(ROOT / path, prose_of_hash_comments) for path in (
        "scripts/common.sh", "scripts/readme", "scripts/schema", "scripts/serve", "scripts/test",
        ".env.example", "Dockerfile", "docker-compose.yml", "clippy.toml")]
    findings = []
    for path, prose in texts:
        file = path.relative_to(ROOT).as_posix()
        findings += [(file, *found) for found in oblique_in(file, prose(path.read_text(encoding="utf-8")))]
    api = "openapi/openapi.json"
    findings += [(api, *found) for found in oblique_in(api, prose_of_api(json.loads(read(api))))]
    allowed = {(file, phrase) for file, phrase, _ in ALLOWED}
    findings = [found for found in findings if (found[0], found[2].lower()) not in allowed]
    for file, place, phrase, alternative in findings:
        wrong.append(f"{file}:{place}: \"{phrase}\" ({alternative})")
    folders = collections.Counter("/".join(file.split("/")[:-1]) or "." for file, *_ in findings)
    if folders:
        wrong.append("oblique phrases: " + ", ".join(f"{folder} {count}" for folder, count in sorted(folders.items())))


check_compose(*check_settings(sys.argv[1]))
check_commands(sys.argv[1])
check_docker_context()
check_games()
check_links()
check_paths()
check_contents()
check_example()
check_language()
if wrong:
    sys.exit("\n".join(wrong))
