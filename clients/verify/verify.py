#!/usr/bin/env python3
"""Checks the record of a game of cards: that nobody chose the cards, and that nothing was changed afterwards.

    python3 verify.py GAME.json ...          - stands for standard input
    python3 verify.py --head HASH GAME.json  also: is this hash, which I kept while we played, one of the game's?
    python3 verify.py --lines RECORDS.ndjson many records, one a line

Needs Python 3.9 and nothing else: no server, no library, no rules of any game. So it can't tell whether the moves
were legal; `cardpost verify` does that too. All else that a record claims is checked here, in the order of `CHECKS`
at the end. Exit status: 0 when everything is as it should be, 1 when something is not, 2 when it is no full record.
"""

import argparse
import hashlib
import hmac
import json
import re
import struct
import sys
import uuid
from collections import Counter

FORMAT = "cardpost-record/1"


class Malformed(Exception):
    """This is no full record, so there is nothing to check. Arguments: where, and what is wrong."""


class Failed(Exception):
    """The record claims something that is not so. Arguments: where, and what is wrong."""


# --- The deal, as docs/RECORDS.md describes it ---


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key, *parts):
    return hmac.new(key, b"".join(parts), "sha256").digest()


def commitment(game, seed):
    """What the server publishes before anyone joins. It can't find another seed with the same one."""
    return sha256(b"cardpost/commit/1", game, seed)


def deal_key(game, seed, entropies):
    """Of this all shuffles are made: of the server's seed, and of what each player added, in the order of joining."""
    return mac(seed, b"cardpost/deal/1", game, *(bytes([len(e)]) + e for e in entropies))


def words(key, label, number):
    """An endless stream of 32-bit numbers."""
    block = 0
    while True:
        yield from struct.unpack(">8I", mac(key, label, struct.pack(">II", number, block)))
        block += 1


def permuted(key, label, number, items):
    """Fisher and Yates's shuffle from the back. Words that would favour the first places are passed over."""
    items, stream = list(items), words(key, label, number)
    for last in range(len(items) - 1, 0, -1):
        choices = last + 1
        fair = 2**32 // choices * choices
        chosen = next(word for word in stream if word < fair) % choices
        items[last], items[chosen] = items[chosen], items[last]
    return items


def fresh(decks, jokers):
    """New decks before they are shuffled."""
    return ([rank + suit for suit in "CDHS" for rank in "A23456789TJQK"] + ["XX"] * jokers) * decks


# --- Reading JSON so that nothing in it can mean two things ---


def one_of_each(pairs):
    fields = dict(pairs)
    if len(fields) != len(pairs) or not all(name.isascii() for name in fields):
        raise ValueError("an object has a field twice, or one that is not named in ASCII")
    return fields


def whole_number(text):
    number = int(text)
    if text == "-0" or abs(number) >= 2**53:
        raise ValueError(f"{text} can't stand in a record")
    return number


def no_number(text):
    raise ValueError(f"{text} is no whole number")


def parse(text):
    """JSON, with whole numbers only, and every field of an object once."""
    numbers = {"parse_int": whole_number, "parse_float": no_number, "parse_constant": no_number}
    try:
        value = json.loads(text, object_pairs_hook=one_of_each, **numbers)
        if re.search(r"\\u[dD]", text):
            canonical(value)  # Half a character can't be written, and raises a ValueError.
        return value
    except (ValueError, RecursionError) as error:
        raise Malformed("/", f"{error}") from None


def canonical(value):
    """The one way to write a value (RFC 8785). With whole numbers, and fields named in ASCII, sorting is all."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def same(one, other):
    # Python holds 1 and True to be equal. Their texts differ.
    return canonical(one) == canonical(other)


def is_hex(value, *lengths):
    return isinstance(value, str) and len(value) in lengths and re.fullmatch("(?:[0-9a-f]{2})+", value) is not None


def is_list_of(value, is_one):
    return isinstance(value, list) and all(map(is_one, value))


def is_number(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_score(value):
    return value is None or is_number(value)


def is_text(value):
    return isinstance(value, str)


def is_card(value):
    return is_text(value) and re.fullmatch("XX|[A2-9TJQK][CDHS]", value) is not None


def is_entropy(value):
    return value is None or is_hex(value, *range(2, 65, 2))


def is_seat(value):
    return is_object(value, name=is_text, bot=lambda bot: bot is None or is_text(bot))


def is_object(value, **fields):
    """Whether it has exactly these fields, and each is what it should be."""
    if not isinstance(value, dict) or value.keys() != fields.keys():
        return False
    return all(fits(value[name]) for name, fits in fields.items())


SHAPE = {
    "id": lambda v: is_text(v) and re.fullmatch("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", v),
    "kind": is_text,
    "rules": is_number,
    "options": lambda v: isinstance(v, dict),
    "seats": lambda v: is_list_of(v, is_seat),
    "deal": lambda v: is_object(
        v,
        seed=lambda v: is_hex(v, 64),
        commitment=lambda v: is_hex(v, 64),
        entropy=lambda v: is_list_of(v, is_entropy),
    ),
    "shuffles": lambda v: is_list_of(v, lambda cards: is_list_of(cards, is_card)),
    "log": lambda v: is_list_of(v, lambda entry: isinstance(entry, dict) and is_hex(entry.get("hash"), 64)),
    "result": lambda v: is_object(
        v,
        totals=lambda v: is_list_of(v, is_score),
        rounds=lambda v: is_list_of(v, lambda rounds: is_list_of(rounds, is_score)),
        places=lambda v: is_list_of(v, is_number),
    ),
}


def read(text):
    """A full record: every field is there and of the right shape, and no other is."""
    record = parse(text)
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise Malformed("/format", f"this reads {FORMAT} only")
    if "log" not in record and "moves" in record:
        raise Malformed("/log", "this was written by hand, without a log: nothing about its deal can be proven")
    for name in SHAPE.keys() - record.keys():
        raise Malformed(f"/{name}", "this field is missing")
    for name in record.keys() - SHAPE.keys() - {"format"}:
        raise Malformed(f"/{name}", "a record has no such field")
    for name, fits in SHAPE.items():
        if not fits(record[name]):
            raise Malformed(f"/{name}", "this has another shape than it must have")
    return record


# --- The checks. Each says what it found, or fails ---


def check_format(game):
    return f"a full record with {len(game.seats)} seats and {len(game.log)} entries"


def check_chain(game):
    head = bytes(32)
    for i, entry in enumerate(game.log):
        head = sha256(head, canonical({name: value for name, value in entry.items() if name != "hash"}))
        if head.hex() != entry["hash"]:
            raise Failed(f"/log/{i}/hash", "The hash is not the one of this entry and those before it.")
    return f"{len(game.log)} entries, each hashed with those before it, lead to {head.hex()}"


def check_head(game):
    if game.kept.head is None:
        return None
    for i, entry in enumerate(game.log):
        if entry["hash"] == game.kept.head:
            return f"the hash that you kept is that of entry {i + 1} of {len(game.log)}"
    raise Failed("/log", "No entry has the hash that you kept: something before it was changed since.")


def check_game(game):
    first, record = game.log[0] if game.log else {}, game.record
    if first.get("type") != "created":
        raise Failed("/log/0", "A log begins with the creation of the game.")
    told = {"/id": "game", "/kind": "kind", "/rules": "rules", "/options": "options"}
    for place, name in told.items():
        if not same(record[place[1:]], first.get(name)):
            raise Failed(place, f"The game was created with {first.get(name)!r}, and this says otherwise.")
    if not same(record["deal"]["commitment"], first.get("commitment")):
        raise Failed("/deal/commitment", "The game was created with another commitment.")
    kind, rules, options = record["kind"], record["rules"], json.dumps(record["options"])
    return f"{kind} by version {rules} of its rules with the options {options}, id {record['id']}: as it was created"


def check_commitment(game):
    told = game.record["deal"]["commitment"]
    if commitment(game.id, game.seed).hex() != told:
        raise Failed("/deal/seed", "The seed is not the one that was committed to.")
    if game.kept.commitment not in (None, told):
        raise Failed("/deal/commitment", "The commitment is not the one that you kept.")
    return f"the seed is the one that was committed to before anyone joined: {told}"


def check_log(game):
    """Follows the log: who joined, who was seated, which shuffles there were. Moves are only seen to have a seat."""
    for i, entry in enumerate(game.log):
        kind = entry.get("type")

        def must(holds, detail, i=i):
            if not holds:
                raise Failed(f"/log/{i}", f"entry {i + 1}: {detail}.")

        must(same(entry.get("seq"), i + 1), "the entries are not numbered one after the other")
        at = entry.get("at")
        must(is_text(at) and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", at), "it has no time")
        game.back += at < game.log[max(i - 1, 0)]["at"]
        must((i == 0) == (kind == "created"), "a log begins with the creation of the game, and only there")
        is_last = i == len(game.log) - 1
        must(is_last == (kind == "finished"), "a log ends with the end of the game, and only there")
        must("salt" not in entry or is_hex(entry["salt"], 32), "its salt is none")
        if kind in ("joined", "left", "seated"):
            must(not game.players, "the game has started")
        elif kind not in ("created", "cancelled"):
            must(game.players, "the game has not started")
        if kind == "created":
            must(is_number(entry.get("seats")), "it does not say how many can join")
            must(entry.get("seating") in ("random", "as_joined"), "it does not say how they sit")
        elif kind == "joined":
            must(is_text(entry.get("player")), "it does not say who joins")
            must(is_entropy(entry.get("entropy", 0)), "it does not say what they add to the deal")
            is_free = len(game.joined) < game.log[0]["seats"]
            must(is_free and entry["player"] not in game.joined, "there is no seat for who joins")
            must((entry["entropy"] is not None) == ("salt" in entry), "what is hidden has a salt, and nothing else")
            game.joined[entry["player"]] = entry
        elif kind == "left":
            must(game.joined.pop(str(entry.get("player")), None), "who leaves has not joined")
        elif kind == "seated":
            game.players = entry.get("players")
            must(is_list_of(game.players, is_text) and game.players, "it names nobody")
            must(sorted(game.players) == sorted(game.joined), "those who are seated are not those who joined")
        elif kind == "shuffled":
            must(same(entry.get("number"), len(game.shuffles)), "the shuffles are not numbered one after the other")
            must(is_list_of(entry.get("cards"), is_card) and "salt" in entry, "it has no cards, or no salt")
            game.shuffles.append(entry["cards"])
        elif kind in ("move", "resigned"):
            seat = entry.get("seat")
            must(is_number(seat) and 0 <= seat < len(game.players), "there is no such seat")
    return "every entry can follow those before it, from the creation to the end; " + (
        f"{game.back} times, the clock was set back" if game.back else "no time is earlier than the one before"
    )


def check_seating(game):
    game.key = deal_key(game.id, game.seed, [bytes.fromhex(e["entropy"] or "") for e in game.joined.values()])
    if game.log[0]["seating"] == "as_joined":
        seated, told = list(game.joined), "in the order of joining, as was said at first"
    else:
        seated, told = permuted(game.key, b"seating", 0, game.joined), "where the seed and what they added put them"
    if seated != game.players:
        at = next(i for i, entry in enumerate(game.log) if entry["type"] == "seated")
        raise Failed(f"/log/{at}", f"entry {at + 1}: the players sit otherwise than was to be drawn.")
    return f"the players sit {told}"


def check_deals(game):
    deck = Counter(game.shuffles[0] if game.shuffles else [])
    decks = (sum(deck.values()) - deck["XX"]) // 52
    new = fresh(decks, deck["XX"] // max(decks, 1))
    if not decks or Counter(new) != deck:
        raise Failed("/log", "The first shuffle is not one of whole decks.")
    for number, cards in enumerate(game.shuffles):
        if Counter(cards) == deck:
            if permuted(game.key, b"shuffle", number, new) != cards:
                raise Failed(f"/shuffles/{number}", f"Shuffle {number} does not follow from the seed.")
        elif Counter(cards) - deck:
            raise Failed(f"/shuffles/{number}", f"Shuffle {number} has cards that are not in the game.")
        else:
            game.piles += 1
    number = len(game.shuffles)
    return f"{number - game.piles} of {number} shuffles are of new decks, and follow from the deal key {game.key.hex()}"


def check_entropy(game):
    added = [entry["entropy"] for entry in game.joined.values()]
    if not same(added, game.record["deal"]["entropy"]):
        raise Failed("/deal/entropy", "This is not what the log of the game makes it.")
    if game.kept.entropy is not None and game.kept.entropy not in added:
        raise Failed("/deal/entropy", "What you added to the deal is not among what the players added.")
    game.nobody_added = not any(added)
    return "the players added, in the order of joining: " + ", ".join(e or "nothing" for e in added)


def check_seats(game):
    if [seat["bot"] for seat in game.seats] != [game.joined[player].get("bot") for player in game.players]:
        raise Failed("/seats", "This is not what the log of the game makes it.")
    return f"{len(game.seats)} seats, each with its player and with the bot that the log has there"


def check_shuffles(game):
    if not same(game.record["shuffles"], game.shuffles):
        raise Failed("/shuffles", "This is not what the log of the game makes it.")
    return f"{len(game.shuffles)} shuffles are listed as the log has them"


def check_result(game):
    result = game.record["result"]
    if not same(result, game.log[-1].get("result")):
        raise Failed("/result", "This is not what the log of the game makes it.")
    totals = [None if None in rounds else sum(rounds) for rounds in result["rounds"]]
    if not same(totals, result["totals"]) or not len(totals) == len(result["places"]) == len(game.seats):
        raise Failed("/result", "The totals are not the sums of the rounds, or not one for each seat.")
    return f"what the log says: totals {json.dumps(totals)}, places {json.dumps(result['places'])}"


CHECKS = [
    check_format,
    check_chain,
    check_head,
    check_game,
    check_commitment,
    check_log,
    check_seating,
    check_deals,
    check_entropy,
    check_seats,
    check_shuffles,
    check_result,
]


class Game:
    """A record that is being checked, and what was learned of it so far."""

    def __init__(self, record, kept):
        self.record, self.kept = record, kept
        self.id, self.seed = uuid.UUID(record["id"]).bytes, bytes.fromhex(record["deal"]["seed"])
        self.seats, self.log = record["seats"], record["log"]
        self.joined, self.players, self.shuffles = {}, [], []
        self.key, self.back, self.piles, self.nobody_added = None, 0, 0, False


def not_proven(game):
    yield "That the moves are legal and led to this result: it takes the rules to tell. `cardpost verify` knows them."
    if game.piles:
        yield f"How {game.piles} piles were shuffled again: it takes the rules to know in which order they lay before."
    yield "What the players are called: the names are those at the time of the download, and stand in no hash."
    yield "When things happened, and who is behind the id of a player: that is what the server says."
    if game.nobody_added:
        yield "That nobody chose the cards: no player added entropy, so the server could draw seeds until it liked one."
    if game.kept.head is None:
        yield (
            "That no other log was made in place of this one, with all its hashes: only a hash that a player kept can "
            "show that (head)."
        )


def verify(text, kept, say):
    """Makes every check up to the first that fails, and says what each found. Gives the exit status."""
    try:
        game = Game(read(text), kept)
    except Malformed as error:
        say("no full record: {}: {}".format(*error.args))
        return 2
    for check in CHECKS:
        name = check.__name__[len("check_") :]
        try:
            found = check(game)
        except Failed as failure:
            say("NO  {:<10}  {}: {}".format(name, *failure.args))
            say("\nNot verified.")
            return 1
        if found:
            say(f"ok  {name:<10}  {found}")
    say("\nVerified. What this does not prove:")
    for sentence in not_proven(game):
        say(f"- {sentence}")
    return 0


def main():
    parser = argparse.ArgumentParser(
        description="Checks the records of games.",
        epilog="Exit status: 0 when everything is as it should be, 1 when something is not, 2 when it is no full record.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record that was downloaded, or - for standard input")
    parser.add_argument("--head", help="a hash that you kept: the head of the game at any moment")
    parser.add_argument("--commitment", help="the commitment that you kept")
    parser.add_argument("--entropy", help="what you added to the deal")
    parser.add_argument("--lines", action="store_true", help="each line of the files is a record")
    options = parser.parse_args()
    worst = 0
    for name in options.files:
        try:
            with open(0 if name == "-" else name, encoding="utf-8", newline="\n") as file:
                for number, text in enumerate(file if options.lines else [file.read()], 1):
                    said = []
                    status = verify(text, options, said.append)
                    if options.lines:
                        print(f"{name}:{number}: {'verified' if not status else said[-1 if status == 2 else -2]}")
                    else:
                        print("\n".join(([name] if len(options.files) > 1 else []) + said))
                    worst = max(worst, status)
        except (OSError, UnicodeDecodeError) as error:
            print(f"{name} can't be read: {error}", file=sys.stderr)
            worst = 2
    return worst


if __name__ == "__main__":
    sys.exit(main())
