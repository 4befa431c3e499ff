// An agent for the bridge: echo, a file, and a refund that needs approval. Answers with NDJSON.
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

const part = (partType, content) => ({ ...content, metadata: { partType } });
const update = (conversationState, ...parts) => JSON.stringify({ parts, conversationState }) + "\n";

function* respond({ parts, meta }) {
  const find = (type) => parts.find((p) => p.metadata.partType === type);
  const decided = find("approval-response")?.data;
  if (decided) {
    const refused = `Refund refused: ${decided.reason ?? "no reason given"}`;
    const text = decided.decision === "granted" ? `Refunded ${decided.approvalId.split("-")[1]} EUR.` : refused;
    return yield update("complete", part("response", { text }));
  }
  const text = find("response")?.text.trim() ?? "";
  const amount = Number(/^refund ([1-9]\d{0,5})$/.exec(text)?.[1]);
  yield update("awaiting", part("ack", { text: "Working on it." }));
  if (amount) {
    const ask = { approvalId: `refund-${amount}-${meta.turnId}`, toolName: "refund", args: { amount, currency: "EUR" } };
    return yield update("suspended", part("approval-request", { data: ask }));
  }
  yield update("awaiting", part("response", { text: `You wrote: ${text}` }));
  const raw = Buffer.from(text).toString("base64");
  yield update("complete", part("artifact", { raw, filename: "copy.txt", mediaType: "text/plain" }));
}

const server = createServer(async (req, res) => {
  const request = await json(req);
  res.setHeader("Content-Type", "application/x-ndjson");
  for (const line of respond(request)) res.write(line);
  res.end();
});
server.listen(process.env.PORT ?? 9000, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
