"""Show the site that `make site` has built: `make site-serve` runs this till it is stopped."""

import sys
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SITE = Path(__file__).resolve().parent.parent / "build" / "site"
PORT = 8018


class Handler(SimpleHTTPRequestHandler):
    """A server of files that knows the kinds of files that Python in a browser is made of."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *arguments):
        """Say nothing of each file."""


def server(port: int = PORT) -> ThreadingHTTPServer:
    """Return a server of the site on this machine alone; port 0 is any that is free."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=SITE))


if __name__ == "__main__":
    if not SITE.exists():
        sys.exit("There is no site yet: `make site` builds it.")
    with server() as shown, suppress(KeyboardInterrupt):
        print(f"The site is at http://127.0.0.1:{PORT}/ till you press Ctrl-C.", flush=True)
        shown.serve_forever()
