// An agent made with the official SDK for JavaScript that asks before it refunds, and keeps its
// tasks in the folder DIR: what it works on survives it. It ends its work when there is a file
// "go" there, and writes each effect into "effects".
import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import express from "express";
import { AgentCard, Message, Task, TaskState, TaskStatusUpdateEvent } from "@a2a-js/sdk";
import { AgentEvent, DefaultRequestHandler } from "@a2a-js/sdk/server";
import { agentCardHandler, jsonRpcHandler, UserBuilder } from "@a2a-js/sdk/server/express";

const { DIR, PORT } = process.env;
const file = Buffer.from("receipt \x00\xff".repeat(2000), "latin1");

const store = {
  async save(task) {
    const at = join(DIR, `${task.id}.json`);
    writeFileSync(at + ".new", JSON.stringify(Task.toJSON(task)));
    renameSync(at + ".new", at);
  },
  async load(id) {
    const at = join(DIR, `${id}.json`);
    return existsSync(at) ? Task.fromJSON(JSON.parse(readFileSync(at, "utf8"))) : undefined;
  },
  all: () => readdirSync(DIR).filter((f) => f.endsWith(".json")).map((f) => Task.fromJSON(JSON.parse(readFileSync(join(DIR, f), "utf8")))),
  async list() {
    const tasks = store.all();
    return { tasks, nextPageToken: "", pageSize: tasks.length, totalSize: tasks.length };
  },
};

class Agent {
  async execute(request, bus) {
    const { taskId, contextId } = request;
    const say = (state, parts) =>
      bus.publish(AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON({
        taskId, contextId,
        status: { state, timestamp: new Date().toISOString(), message: parts && { messageId: randomUUID(), role: "ROLE_AGENT", taskId, contextId, parts } },
      })));
    const said = Message.toJSON(request.userMessage);
    bus.publish(AgentEvent.task(request.task ?? Task.fromJSON({ id: taskId, contextId, status: { state: "TASK_STATE_SUBMITTED" }, history: [said] })));
    if (said.parts.some((p) => p.data?.decision === "granted")) {
      appendFileSync(join(DIR, "effects"), said.messageId + "\n");
      say("TASK_STATE_WORKING"); // and the rest is done by whoever runs then
    } else {
      say("TASK_STATE_INPUT_REQUIRED", [{ data: { approvalId: "refund-" + taskId, toolName: "refund", args: { amount: 40 } }, metadata: { partType: "approval-request" } }]);
    }
    bus.finished();
  }
  async cancelTask(taskId, bus) {
    bus.finished();
  }
}

setInterval(async () => {
  if (!existsSync(join(DIR, "go"))) return;
  for (const t of store.all().filter((t) => t.status.state === TaskState.TASK_STATE_WORKING)) {
    const done = Task.toJSON(t);
    done.artifacts = [{ artifactId: "a", parts: [
      { text: "Refunded 40 EUR." }, { raw: file.toString("base64"), filename: "receipt.bin", mediaType: "application/octet-stream" },
    ] }];
    done.status = { state: "TASK_STATE_COMPLETED", timestamp: new Date().toISOString() };
    await store.save(Task.fromJSON(done));
  }
}, 200);

const at = `http://127.0.0.1:${PORT}`;
const card = AgentCard.fromJSON({
  name: "Refunds", description: "Refunds.", version: "1.0.0", capabilities: { streaming: true, pushNotifications: false },
  defaultInputModes: ["text/plain"], defaultOutputModes: ["text/plain"], skills: [{ id: "refund", name: "Refund", description: "Refunds.", tags: ["refund"] }],
  supportedInterfaces: [{ url: `${at}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
});
const app = express();
const requestHandler = new DefaultRequestHandler(card, store, new Agent());
app.use("/rpc", jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler }));
app.listen(Number(PORT), "127.0.0.1", () => console.log(at));
