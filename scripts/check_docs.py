"""Checks what the documents say against what is so. Run as: check_docs.py CARDPOST-BINARY

- The settings in README.md and .env.example are those of `cardpost serve --help`, with the same defaults.
- The table of games in README.md has a row for each kind.
- Every link within the repository leads somewhere, headings included.
- The worked example in docs/RECORDS.md is the tested file that it names.
- docker-compose.yml can be read, and takes no variable that .env.example doesn't list.
- .dockerignore lets in every file that the sources include.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

import yaml

# These are there or not, so that they have no default in the help.
FLAGS = {"CARDPOST_NO_MIGRATE", "CARDPOST_WEBHOOKS_ALLOW_PRIVATE"}

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
    told = settings_of(binary)
    told = {name: (flag, default or ("false" if name in FLAGS else "")) for name, (flag, default) in told.items()}
    row = re.compile(r"^\| `(--[\w-]+)` \| `(\w+)` \| (?:`([^`]*)`)? ?\|", re.M)
    readme = {name: (flag, default) for flag, name, default in row.findall(read("README.md"))}
    if readme != told:
        wrong.append(f"README.md: the settings differ from those of --help: {sorted(set(readme.items()) ^ set(told.items()))}")
    example = dict(re.findall(r"^#?(\w+)=(.*)$", read(".env.example"), re.M))
    for name, (_, default) in told.items():
        default = "postgres://user:password@host/name" if name == "DATABASE_URL" else default
        if example.get(name) != default:
            wrong.append(f".env.example: {name} is {example.get(name)!r}, and should be {default!r}")
    return set(example)


def check_games():
    kinds = json.loads(read("openapi/openapi.json"))["components"]["schemas"]["Kind"]["enum"]
    listed = re.findall(r"^\| `([a-z-]+)` \| \[", read("README.md"), re.M)
    if listed != kinds:
        wrong.append(f"README.md: the games listed are {listed}, and should be {kinds}")


def anchor(heading):
    """The name that GitHub gives to a heading."""
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
                wrong.append(f"{page.relative_to(ROOT)}: there is no {target}")
            elif fragment and fragment not in {anchor(h) for h in re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.M)}:
                wrong.append(f"{page.relative_to(ROOT)}: there is no heading for {target}")


def check_example():
    text = read("docs/RECORDS.md")
    path = re.search(r"\]\(\.\./(tests/records/handwritten/[\w-]+\.json)\)", text)[1]
    shown = re.search(r"```json\n(.*?)```", text, re.S)[1]
    if json.loads(shown) != json.loads(read(path)):
        wrong.append(f"docs/RECORDS.md: the example is not what {path} holds")


def check_compose(variables):
    compose = yaml.safe_load(read("docker-compose.yml"))
    services = compose["services"]
    for name, service in services.items():
        if not {"image", "build"} & set(service):
            wrong.append(f"docker-compose.yml: {name} has neither image nor build")
        for other in service.get("depends_on", ()):
            if other not in services:
                wrong.append(f"docker-compose.yml: {name} depends on {other}, which is not there")
        for volume in service.get("volumes", ()):
            if volume.split(":")[0] not in compose["volumes"]:
                wrong.append(f"docker-compose.yml: there is no volume {volume}")
    used = set(re.findall(r"\$\{(\w+)", read("docker-compose.yml")))
    used |= {name for name, value in services["cardpost"]["environment"].items() if value is None}
    if used - variables:
        wrong.append(f"docker-compose.yml: .env.example does not list {sorted(used - variables)}")


def check_docker_context():
    let_in = re.findall(r"^!(.+)$", read(".dockerignore"), re.M)
    for source in ROOT.glob("src/**/*.rs"):
        for name in re.findall(r'include_(?:str|bytes)!\("([^"]+)"\)', source.read_text(encoding="utf-8")):
            included = (source.parent / name).resolve().relative_to(ROOT).as_posix()
            if not any(included == path or included.startswith(path + "/") for path in let_in):
                wrong.append(f".dockerignore: keeps out {included}, which {source.relative_to(ROOT)} includes")


check_compose(check_settings(sys.argv[1]))
check_docker_context()
check_games()
check_links()
check_example()
if wrong:
    sys.exit("\n".join(wrong))
