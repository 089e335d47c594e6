#!/usr/bin/env python3
"""Checks the record of a card game: that nobody chose the cards, and that nothing was changed afterwards.

    python3 verify.py GAME.json ...          - is standard input
    python3 verify.py --head HASH GAME.json  also check that the game has this hash, which you kept while playing
    python3 verify.py --lines RECORDS.ndjson many records, one per line

Needs Python 3.9 and nothing else: no server, no library, and no rules of any game. So it can't tell whether the moves
were legal; `cardpost verify` can. Everything else in a record is checked here, in the order of `CHECKS` near the end.
Exit status: 0 if every check passes, 1 if one fails, 2 if the file is not a full record.
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
    """The text is not a full record, so it can't be checked. Arguments: the place and the reason."""


class Failed(Exception):
    """The record fails a check. Arguments: the place and the reason."""


# --- The deal, as docs/RECORDS.md describes it ---


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key, *parts):
    return hmac.new(key, b"".join(parts), "sha256").digest()


def commitment(game, seed):
    """The server publishes this before anyone joins. It can't find another seed with the same commitment."""
    return sha256(b"cardpost/commit/1", game, seed)


def deal_key(game, seed, entropies):
    """All shuffles derive from this key: from the server's seed and each player's entropy, in the order of joining."""
    return mac(seed, b"cardpost/deal/1", game, *(bytes([len(e)]) + e for e in entropies))


def words(key, label, number):
    """Yields an endless stream of 32-bit numbers."""
    block = 0
    while True:
        yield from struct.unpack(">8I", mac(key, label, struct.pack(">II", number, block)))
        block += 1


def permuted(key, label, number, items):
    """The Fisher-Yates shuffle, from the back. Words that would favour the first places are skipped."""
    items, stream = list(items), words(key, label, number)
    for last in range(len(items) - 1, 0, -1):
        choices = last + 1
        fair = 2**32 // choices * choices
        chosen = next(word for word in stream if word < fair) % choices
        items[last], items[chosen] = items[chosen], items[last]
    return items


def fresh(decks, jokers):
    """Returns new decks, before they are shuffled."""
    return ([rank + suit for suit in "CDHS" for rank in "A23456789TJQK"] + ["XX"] * jokers) * decks


# --- Reading JSON strictly, so that a text has only one meaning ---


def unique_fields(pairs):
    fields = dict(pairs)
    if len(fields) != len(pairs) or not all(name.isascii() for name in fields):
        raise ValueError("an object has a field twice, or a field with a name that is not ASCII")
    return fields


def whole_number(text):
    number = int(text)
    if text == "-0" or abs(number) >= 2**53:
        raise ValueError(f"{text} is not allowed in a record")
    return number


def no_number(text):
    raise ValueError(f"{text} is not a whole number")


def parse(text):
    """Parses JSON in which all numbers are whole and no object has a field twice."""
    numbers = {"parse_int": whole_number, "parse_float": no_number, "parse_constant": no_number}
    try:
        value = json.loads(text, object_pairs_hook=unique_fields, **numbers)
        if re.search(r"\\u[dD]", text):
            canonical(value)  # Half a surrogate pair can't be encoded, and raises a ValueError.
        return value
    except (ValueError, RecursionError) as error:
        raise Malformed("/", f"{error}") from None


def canonical(value):
    """Returns canonical JSON (RFC 8785). With whole numbers and ASCII field names, sorting the fields is enough."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def same(one, other):
    # In Python, 1 == True. Their canonical forms differ.
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
    """Returns whether the value is an object with exactly these fields, each of the right form."""
    if not isinstance(value, dict) or value.keys() != fields.keys():
        return False
    return all(is_valid(value[name]) for name, is_valid in fields.items())


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
    """Reads a full record: every field must be there and have the right form, and no other field may be."""
    record = parse(text)
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise Malformed("/format", f"the format must be {FORMAT}")
    if "log" not in record and "moves" in record:
        raise Malformed("/log", "this record was written by hand, without a log: its deal can't be verified")
    for name in SHAPE.keys() - record.keys():
        raise Malformed(f"/{name}", "this field is missing")
    for name in record.keys() - SHAPE.keys() - {"format"}:
        raise Malformed(f"/{name}", "a record has no such field")
    for name, is_valid in SHAPE.items():
        if not is_valid(record[name]):
            raise Malformed(f"/{name}", "this field does not have the right form")
    return record


# --- The checks. Each returns what it found, or raises Failed ---


def check_format(game):
    return f"a full record with {len(game.seats)} seats and {len(game.log)} entries"


def check_chain(game):
    head = bytes(32)
    for i, entry in enumerate(game.log):
        head = sha256(head, canonical({name: value for name, value in entry.items() if name != "hash"}))
        if head.hex() != entry["hash"]:
            raise Failed(f"/log/{i}/hash", "The hash does not match this entry and the hash before it.")
    return f"the hashes of all {len(game.log)} entries are correct; the last one is {head.hex()}"


def check_head(game):
    if game.kept.head is None:
        return None
    for i, entry in enumerate(game.log):
        if entry["hash"] == game.kept.head:
            return f"the hash that you kept belongs to entry {i + 1} of {len(game.log)}"
    raise Failed("/log", "No entry has the hash that you kept: the log was changed afterwards.")


def check_game(game):
    first, record = game.log[0] if game.log else {}, game.record
    if first.get("type") != "created":
        raise Failed("/log/0", 'The first entry must be "created".')
    pairs = {"/id": "game", "/kind": "kind", "/rules": "rules", "/options": "options"}
    for place, name in pairs.items():
        if not same(record[place[1:]], first.get(name)):
            raise Failed(place, f"The first entry of the log has {first.get(name)!r} here, the record another value.")
    if not same(record["deal"]["commitment"], first.get("commitment")):
        raise Failed("/deal/commitment", "The first entry of the log has another commitment.")
    kind, rules, options = record["kind"], record["rules"], json.dumps(record["options"])
    return f"{kind}, rules version {rules}, options {options}, id {record['id']}: the same as in the first entry"


def check_commitment(game):
    published = game.record["deal"]["commitment"]
    if commitment(game.id, game.seed).hex() != published:
        raise Failed("/deal/seed", "The seed does not match the commitment.")
    if game.kept.commitment not in (None, published):
        raise Failed("/deal/commitment", "The commitment is not the one that you kept.")
    return f"the seed matches the commitment in the first entry: {published}"


def check_log(game):
    """Goes through the log, and collects the players, seats and shuffles. Of a move, only the seat is checked."""
    for i, entry in enumerate(game.log):
        kind = entry.get("type")

        def must(holds, detail, i=i):
            if not holds:
                raise Failed(f"/log/{i}", f"entry {i + 1}: {detail}.")

        must(same(entry.get("seq"), i + 1), "the entries are not numbered consecutively")
        at = entry.get("at")
        must(is_text(at) and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", at), "it has no valid time")
        game.back += at < game.log[max(i - 1, 0)]["at"]
        must((i == 0) == (kind == "created"), 'the first entry must be "created", and no other may be')
        is_last = i == len(game.log) - 1
        must(is_last == (kind == "finished"), 'the last entry must be "finished", and no other may be')
        must("salt" not in entry or is_hex(entry["salt"], 32), "its salt is malformed")
        if kind in ("joined", "left", "seated"):
            must(not game.players, "the game has started already")
        elif kind not in ("created", "cancelled"):
            must(game.players, "the game has not started")
        if kind == "created":
            must(is_number(entry.get("seats")), "the number of seats is missing")
            must(entry.get("seating") in ("random", "as_joined"), "the way of seating is missing or unknown")
        elif kind == "joined":
            must(is_text(entry.get("player")), "the player is missing")
            must(is_entropy(entry.get("entropy", 0)), "the entropy is missing or malformed")
            is_free = len(game.joined) < game.log[0]["seats"]
            must(is_free and entry["player"] not in game.joined, "the player has joined already, or no seat is free")
            is_hidden = entry["entropy"] is not None
            must(is_hidden == ("salt" in entry), "it must have a salt if it holds something hidden, and only then")
            game.joined[entry["player"]] = entry
        elif kind == "left":
            must(game.joined.pop(str(entry.get("player")), None), "the player who leaves has not joined")
        elif kind == "seated":
            game.players = entry.get("players")
            must(is_list_of(game.players, is_text) and game.players, "the list of players is empty or malformed")
            must(sorted(game.players) == sorted(game.joined), "the seated players are not those who joined")
        elif kind == "shuffled":
            must(same(entry.get("number"), len(game.shuffles)), "the shuffles are not numbered consecutively")
            must(is_list_of(entry.get("cards"), is_card) and "salt" in entry, "it has no cards, or no salt")
            game.shuffles.append(entry["cards"])
        elif kind in ("move", "resigned"):
            seat = entry.get("seat")
            must(is_number(seat) and 0 <= seat < len(game.players), "there is no such seat")
    return "every entry is valid after those before it, from the creation of the game to its end; " + (
        f"the times go back {game.back} times" if game.back else "the times never go back"
    )


def check_seating(game):
    game.key = deal_key(game.id, game.seed, [bytes.fromhex(e["entropy"] or "") for e in game.joined.values()])
    if game.log[0]["seating"] == "as_joined":
        seated, found = list(game.joined), "in the order of joining, as the first entry says"
    else:
        seated, found = permuted(game.key, b"seating", 0, game.joined), "drawn from the seed and the players' entropy"
    if seated != game.players:
        at = next(i for i, entry in enumerate(game.log) if entry["type"] == "seated")
        raise Failed(f"/log/{at}", f"entry {at + 1}: the players are not seated as the settings of the game require.")
    return f"the seats are {found}"


def check_deals(game):
    deck = Counter(game.shuffles[0] if game.shuffles else [])
    decks = (sum(deck.values()) - deck["XX"]) // 52
    new = fresh(decks, deck["XX"] // max(decks, 1))
    if not decks or Counter(new) != deck:
        raise Failed("/log", "The first shuffle is not of whole decks.")
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
        raise Failed("/deal/entropy", "This does not match the log.")
    if game.kept.entropy is not None and game.kept.entropy not in added:
        raise Failed("/deal/entropy", "The entropy that you sent is not among the entropy of the players.")
    game.nobody_added = not any(added)
    return "the players' entropy, in the order of joining: " + ", ".join(e or "none" for e in added)


def check_seats(game):
    if [seat["bot"] for seat in game.seats] != [game.joined[player].get("bot") for player in game.players]:
        raise Failed("/seats", "This does not match the log.")
    return f"{len(game.seats)} seats, with the same bots as in the log"


def check_shuffles(game):
    if not same(game.record["shuffles"], game.shuffles):
        raise Failed("/shuffles", "This does not match the log.")
    return f"{len(game.shuffles)} shuffles, the same as in the log"


def check_result(game):
    result = game.record["result"]
    if not same(result, game.log[-1].get("result")):
        raise Failed("/result", "This does not match the log.")
    totals = [None if None in rounds else sum(rounds) for rounds in result["rounds"]]
    if not same(totals, result["totals"]) or not len(totals) == len(result["places"]) == len(game.seats):
        raise Failed("/result", "The totals are not the sums of the rounds, or there is not one for each seat.")
    return f"as the log says: totals {json.dumps(totals)}, places {json.dumps(result['places'])}"


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
    """A record that is being checked, with what the checks have collected so far."""

    def __init__(self, record, kept):
        self.record, self.kept = record, kept
        self.id, self.seed = uuid.UUID(record["id"]).bytes, bytes.fromhex(record["deal"]["seed"])
        self.seats, self.log = record["seats"], record["log"]
        self.joined, self.players, self.shuffles = {}, [], []
        self.key, self.back, self.piles, self.nobody_added = None, 0, 0, False


def not_proven(game):
    yield "That the moves are legal and lead to this result: that takes the rules, which `cardpost verify` knows."
    if game.piles:
        yield f"That {game.piles} piles were shuffled fairly: their order before the shuffle follows from the rules."
    yield "The names of the players: they are those at the time of the download, and no hash covers them."
    yield "The times, and which person has which player id: for these there is only the word of the server."
    if game.nobody_added:
        yield (
            "That nobody chose the cards: no player added entropy, so the server could have drawn seeds until it liked "
            "one."
        )
    if game.kept.head is None:
        yield (
            "That the log was not replaced as a whole, with new hashes: only a hash that a player kept can show that "
            "(head)."
        )


def verify(text, kept, say):
    """Makes all checks up to the first that fails, and says what each found. Returns the exit status."""
    try:
        game = Game(read(text), kept)
    except Malformed as error:
        say("not a full record: {}: {}".format(*error.args))
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
        epilog="Exit status: 0 if every check passes, 1 if one fails, 2 if the file is not a full record.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a downloaded record, or - for standard input")
    parser.add_argument("--head", help="a hash that you kept: the head of the game at any time")
    parser.add_argument("--commitment", help="the commitment that you kept")
    parser.add_argument("--entropy", help="the entropy that you added to the deal")
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
