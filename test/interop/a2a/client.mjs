// A client made with the official SDK for JavaScript talks to an agent of the bridge, by the
// binding WAY: "JSONRPC", "HTTP+JSON" or "0.3". Prints a line for each thing that it learned.
import { Role } from "@a2a-js/sdk";
import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory, RestTransportFactory } from "@a2a-js/sdk/client";
import { randomUUID } from "node:crypto";

const { AT, DESK, TOKEN, WAY } = process.env;
const login = (url, init = {}) => fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), authorization: `Bearer ${TOKEN}` } });
const legacyCompat = { enabled: WAY === "0.3" };
const way = (i) => (WAY === "0.3" ? i.protocolVersion === "0.3" : i.protocolBinding === WAY && i.protocolVersion === "1.0");
const connect = async (at) => {
  const card = await new DefaultAgentCardResolver({ legacyCompat }).resolve(at + "/");
  card.supportedInterfaces = card.supportedInterfaces.filter(way);
  return new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl: login, legacyCompat }), new RestTransportFactory({ fetchImpl: login, legacyCompat })],
  }).createFromAgentCard(card);
};
const client = await connect(AT);

const message = (text, more = {}) => ({
  message: {
    messageId: randomUUID(), role: Role.ROLE_USER, contextId: "", taskId: "", metadata: undefined, extensions: [], referenceTaskIds: [],
    parts: [{ content: { $case: "text", value: text }, metadata: undefined, filename: "", mediaType: "" }], ...more,
  },
  configuration: undefined, metadata: undefined, tenant: "",
});
const words = (parts) => (parts ?? []).map((p) => (p.content?.$case === "text" ? p.content.value : "")).join("");
const task = (result) => result.payload?.value ?? result;
const said = (t) => (t.artifacts ?? []).map((a) => words(a.parts)).join("") || words(t.status.message?.parts);
const oneLine = (s) => s.replace(/\s+/g, " ").trim();

const first = message("hello from JavaScript");
const done = task(await client.sendMessage(first));
console.log("answer", done.status.state, oneLine(said(done)));
const again = task(await client.sendMessage(first));
console.log("again", again.id === done.id);

const asks = task(await client.sendMessage(message("clarify")));
console.log("asks", asks.status.state, oneLine(said(asks)));
const more = task(await client.sendMessage(message("tomorrow", { taskId: asks.id, contextId: asks.contextId })));
console.log("more", more.id === asks.id, more.status.state, oneLine(said(more)));

let text = "", last, id;
for await (const event of client.sendMessageStream(message("refund 40"))) {
  const { $case, value } = event.payload;
  if ($case === "task") id = value.id;
  if ($case === "artifactUpdate") text = (value.append ? text : "") + words(value.artifact.parts);
  if ($case === "statusUpdate") {
    last = value.status.state;
    const request = (value.status.message?.parts ?? []).find((p) => p.metadata?.partType === "approval-request");
    if (request) console.log("waits", last, request.content.value.toolName);
  }
}
console.log("decided", last, oneLine(text));
const got = await client.getTask({ id, tenant: "", historyLength: undefined });
console.log("task", got.status.state, oneLine(said(got)));

// People themselves: a question in words, and a decision.
const desk = await connect(DESK);
const settled = async (t) => {
  while (t.status.state < 3) {
    await new Promise((r) => setTimeout(r, 100));
    t = await desk.getTask({ id: t.id, tenant: "", historyLength: undefined });
  }
  return t;
};
const question = await settled(task(await desk.sendMessage(message("Which day suits you?"))));
console.log("words", question.status.state, oneLine(said(question)));
const parts = [{ content: { $case: "data", value: { toolName: "ship_order", args: { pallets: 12 } } }, metadata: { partType: "approval-request" }, filename: "", mediaType: "" }];
const decision = await settled(task(await desk.sendMessage(message("", { parts }))));
const datum = decision.artifacts.find((a) => a.artifactId === "decision").parts[0].content.value;
console.log("decision", decision.status.state, datum.decision, datum.argsDigest?.slice(0, 7));
