#!/usr/bin/env python3
"""A program that plays over the API, like main.go beside it: it becomes a guest, opens a table
or sits down at one, and plays a match to its end. It takes what can be taken, else any move."""

import argparse
import json
import random
import urllib.error
import urllib.request


class Client:
    """Calls a site with the token of a player."""

    def __init__(self, site, name):
        self.site, self.token = site, None
        self.token = self.call("POST", "/guests", {"name": name})["token"]

    def open(self, method, path, body=None):
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        data = None if body is None else json.dumps(body).encode()
        return urllib.request.urlopen(urllib.request.Request(self.site + "/api/v1" + path, data, headers, method=method))

    def call(self, method, path, body=None):
        with self.open(method, path, body) as answer:
            return json.load(answer)

    def act(self, match_id):
        """Acts for as long as it is the bot's turn, and returns the match."""
        while (match := self.call("GET", f"/matches/{match_id}"))["legal"]:
            try:
                self.call("POST", f"/matches/{match_id}/actions", {"ply": match["ply"], "action": choose(match)})
            except urllib.error.HTTPError as error:
                if error.code != 409:  # somebody else was faster
                    raise
        return match

    def play(self, match_id):
        """Plays a match to its end, and returns it."""
        while True:
            with self.open("GET", f"/matches/{match_id}/events") as events:  # before a look at the match
                match = self.act(match_id)
                while not match["over"] and (line := events.readline()):
                    if line.startswith(b"data:"):
                        match = self.act(match_id)
            if match["over"]:
                return match


def choose(match):
    """Returns an action that captures as many pieces as any."""
    if "claim draw" in match["offers"]:
        return "claim draw"
    random.shuffle(match["legal"])
    return max(match["legal"], key=lambda action: action.count("x"))


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--site", default="http://127.0.0.1:8080", help="where to play")
    options.add_argument("--table", default='{"game":"cam"}', help="the table that the bot opens, as in POST /matches")
    options.add_argument("--join", help="link to a table at which the bot sits down instead")
    options.add_argument("--name", default=f"Python bot {random.randrange(10_000)}", help="its name, one of its own at each table")
    args = options.parse_args()
    client = Client(args.site, args.name)
    if args.join:
        token = args.join.rsplit("/", 1)[-1]
        match = client.call("GET", f"/invitations/{token}")
        match = client.call("POST", f"/matches/{match['id']}/join", {"invite": token})
    else:
        match = client.call("POST", "/matches", json.loads(args.table))
        print("the link for others is", client.site + match["invite"], flush=True)
    match = client.play(match["id"])
    print(f"match {match['id']} is over at ply {match['ply']}: {match['result']['reason']}")


if __name__ == "__main__":
    main()
