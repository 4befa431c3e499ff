// An agent made with the official SDK for JavaScript, reached by A2A 1.0 (JSON-RPC and
// HTTP+JSON) and 0.3. It answers in pieces, with data and a file, and asks before it pays.
import { randomUUID } from "node:crypto";
import express from "express";
import { AgentCard, Artifact, Message, Task, TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from "@a2a-js/sdk";
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from "@a2a-js/sdk/server";
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from "@a2a-js/sdk/server/express";

const file = Buffer.from("receipt \x00".repeat(3000), "latin1");

class Agent {
  async execute(request, bus) {
    const { taskId, contextId } = request;
    const say = (state, parts) =>
      bus.publish(AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON({
        taskId, contextId,
        status: {
          state, timestamp: new Date().toISOString(),
          message: parts && { messageId: randomUUID(), role: "ROLE_AGENT", taskId, contextId, parts },
        },
      })));
    const give = (artifactId, parts, append) =>
      bus.publish(AgentEvent.artifactUpdate(TaskArtifactUpdateEvent.fromJSON({ taskId, contextId, append, artifact: { artifactId, parts } })));
    // A stream begins with the task, also that of a message to a task that was there.
    bus.publish(AgentEvent.task(request.task ?? Task.fromJSON({
      id: taskId, contextId, status: { state: "TASK_STATE_SUBMITTED" }, history: [Message.toJSON(request.userMessage)],
    })));
    const parts = Message.toJSON(request.userMessage).parts;
    const text = parts.map((p) => p.text ?? "").join("");
    const decision = parts.map((p) => p.data?.decision).find((d) => d);
    if (text.startsWith("pay")) {
      say("TASK_STATE_INPUT_REQUIRED", [{
        data: { approvalId: "pay-" + taskId, toolName: "pay", args: { amount: 40 } }, metadata: { partType: "approval-request" },
      }]);
    } else {
      say("TASK_STATE_WORKING", [{ text: "on it", metadata: { partType: "progress" } }]);
      if (text.startsWith("slow")) await new Promise((done) => setTimeout(done, 2500));
      give("a", [{ text: decision ? "Decided: " : "You wrote: ", metadata: { partType: "response" } }], false);
      give("a", [{ text: decision ?? text, metadata: { partType: "response" } }], true);
      give("b", [{ data: { n: 7 } }], false);
      give("c", [{ raw: file.toString("base64"), filename: "receipt.bin", mediaType: "application/octet-stream" }], false);
      say("TASK_STATE_COMPLETED");
    }
    bus.finished();
  }
  async cancelTask(taskId, bus) {
    bus.finished();
  }
}

const app = express();
const server = app.listen(0, "127.0.0.1", () => {
  const at = `http://127.0.0.1:${server.address().port}`;
  const card = (binding, version, url) => ({
    name: "JS", description: "Answers.", version: "1.0.0", capabilities: { streaming: true, pushNotifications: false },
    defaultInputModes: ["text/plain"], defaultOutputModes: ["text/plain"], skills: [{ id: "s", name: "s", description: "d", tags: ["t"] }],
    supportedInterfaces: [{ url, protocolBinding: binding, protocolVersion: version }],
  });
  const all = card("JSONRPC", "1.0", `${at}/rpc`);
  all.supportedInterfaces.push(
    { url: `${at}/rest`, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" },
    { url: `${at}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "0.3" });
  const handler = new DefaultRequestHandler(AgentCard.fromJSON(all), new InMemoryTaskStore(), new Agent());
  const options = { requestHandler: handler, userBuilder: UserBuilder.noAuthentication, legacyCompat: { enabled: true } };
  app.use("/rpc", jsonRpcHandler(options));
  app.use("/rest", restHandler(options));
  app.get("/rpc.json", (_, res) => res.json(card("JSONRPC", "1.0", `${at}/rpc`)));
  app.get("/rest.json", (_, res) => res.json(card("HTTP+JSON", "1.0", `${at}/rest`)));
  app.get("/v03.json", (_, res) => res.json({ ...card("", "", ""), supportedInterfaces: undefined, protocolVersion: "0.3.0", url: `${at}/rpc`, preferredTransport: "JSONRPC" }));
  console.log(at);
});
