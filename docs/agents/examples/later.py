"""An agent whose answers take longer than a call: it says so, and posts them later."""

import json
import os
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def work(callback, question):
    """What takes its time. A real one would keep callback and question where a restart
    does not lose them."""
    time.sleep(float(os.environ.get("SECONDS_OF_WORK", "5")))
    post(callback, {"text": "You wrote: " + question, "conversationState": "complete"})


def post(callback, update):
    request = urllib.request.Request(callback, json.dumps(update).encode(), {"Content-Type": "application/json"})
    for wait in (1, 5, 30, 300):
        try:
            urllib.request.urlopen(request)
            return
        except urllib.error.HTTPError as e:
            if e.code in (400, 403):
                raise
        except OSError:
            pass
        time.sleep(wait)


class Agent(BaseHTTPRequestHandler):
    def do_POST(self):
        call = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        text = "".join(p.get("text", "") for p in call["parts"])
        threading.Thread(target=work, args=(call["meta"]["callback"], text)).start()
        body = json.dumps({"text": "I am on it.", "conversationState": "delegated"}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Agent)
print("listening on http://127.0.0.1:%d/" % server.server_port, flush=True)
server.serve_forever()
