# The smallest agent in Python: answers each message with text.
import json, os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Agent(BaseHTTPRequestHandler):
    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        text = "".join(p.get("text", "") for p in request["parts"])
        body = json.dumps({"text": "You wrote: " + text}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Agent)
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
