"""An agent for the bridge: echo, a file, and a refund that needs approval. Answers with JSON."""
import base64, json, os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

def part(part_type, **content):
    return {**content, "metadata": {"partType": part_type}}

def respond(request):
    found = {p["metadata"]["partType"]: p for p in request["parts"]}
    if "approval-response" in found:
        data = found["approval-response"]["data"]
        amount = data["approvalId"].split("-")[1]
        refused = "Refund refused: " + data.get("reason", "no reason given")
        return "complete", [part("response", text=f"Refunded {amount} EUR." if data["decision"] == "granted" else refused)]
    text = found.get("response", {"text": ""})["text"].strip()
    command, _, amount = text.partition(" ")
    if command == "refund" and amount.isdecimal():
        ask = {"approvalId": f"refund-{int(amount)}-{request['meta']['turnId']}", "toolName": "refund", "args": {"amount": int(amount), "currency": "EUR"}}
        return "suspended", [part("approval-request", data=ask)]
    copy = base64.b64encode(text.encode()).decode()
    return "complete", [part("response", text="You wrote: " + text), part("artifact", raw=copy, filename="copy.txt", mediaType="text/plain")]

class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        state, parts = respond(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        body = json.dumps({"parts": parts, "conversationState": state}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Handler)
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
