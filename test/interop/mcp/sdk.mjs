// The official TypeScript SDKs as clients: the older one, and the one that speaks 2026-07-28;
// over HTTP without and with a session, and over stdio by bridge mcp. The same call is the same
// request in all of them.
import assert from 'node:assert/strict';
import { connect, ways } from './connect.mjs';

const ids = new Set();
for (const way of ways) {
  const client = await connect(way);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((t) => t.name).sort(), ['ask_assistant', 'ask_human', 'cancel_request', 'get_approval', 'get_turn', 'list_people', 'request_approval', 'send_message']);
  let progress = 0;
  const args = [{ name: 'request_approval', arguments: { tool_name: 'deploy', args: { version: 'v2' }, idempotency_key: 'one' } }];
  const asked = await client.callTool(...args, ...(way.next ? [{ onprogress: () => progress++ }] : [undefined, { onprogress: () => progress++ }]));
  assert.equal(asked.structuredContent.state, 'pending', JSON.stringify(asked));
  assert.ok(progress > 0, `${way.name}: no progress`);
  ids.add(asked.structuredContent.id);
  const told = await client.callTool({ name: 'ask_assistant', arguments: { text: 'hello', idempotency_key: way.name } });
  assert.equal(told.structuredContent.state, 'complete', JSON.stringify(told));
  const resource = await client.readResource({ uri: `bridge://approvals/${asked.structuredContent.id}` });
  assert.equal(JSON.parse(resource.contents[0].text).state, 'pending');
  const prompt = await client.getPrompt({ name: 'ask-for-approval' });
  assert.match(prompt.messages[0].content.text, /request_approval/);
  const wrong = await client.callTool({ name: 'request_approval', arguments: { tool_name: 'deploy', args: {} } }).catch((e) => ({ isError: true, e }));
  assert.ok(wrong.isError, `${way.name}: a call without a key is taken`);
  await client.close();
  console.log(`${way.name}: ok`);
}
assert.equal(ids.size, 1, 'the same call made several requests');
