// The official TypeScript SDK as a client: over HTTP without and with a session, and over
// stdio by bridge mcp. The same call is the same request in all of them.
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const { HTTP_PORT, BRIDGE_TOKEN, BRIDGE } = process.env;
const http = (path) => new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${HTTP_PORT}${path}`), { requestInit: { headers: { Authorization: `Bearer ${BRIDGE_TOKEN}` } } });
const transports = {
  '/mcp': () => http('/mcp'),
  '/mcp/session': () => http('/mcp/session'),
  stdio: () => new StdioClientTransport({ command: BRIDGE, args: ['mcp', '-url', `http://127.0.0.1:${HTTP_PORT}`], env: { ...process.env, BRIDGE_TOKEN } }),
};
const ids = new Set();
for (const [name, transport] of Object.entries(transports)) {
  const client = new Client({ name: 'interop', version: '1' });
  await client.connect(transport());
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((t) => t.name).sort(), ['ask_assistant', 'ask_human', 'cancel_request', 'get_approval', 'get_turn', 'list_people', 'request_approval', 'send_message']);
  let progress = 0;
  const asked = await client.callTool({ name: 'request_approval', arguments: { tool_name: 'deploy', args: { version: 'v2' }, idempotency_key: 'one' } }, undefined, { onprogress: () => progress++ });
  assert.equal(asked.structuredContent.state, 'pending');
  assert.ok(progress > 0, `${name}: no progress`);
  ids.add(asked.structuredContent.id);
  const told = await client.callTool({ name: 'ask_assistant', arguments: { text: 'hello', idempotency_key: name } });
  assert.equal(told.structuredContent.state, 'complete', JSON.stringify(told));
  const resource = await client.readResource({ uri: `bridge://approvals/${asked.structuredContent.id}` });
  assert.equal(JSON.parse(resource.contents[0].text).state, 'pending');
  const wrong = await client.callTool({ name: 'request_approval', arguments: { tool_name: 'deploy', args: {} } }).catch((e) => ({ isError: true, e }));
  assert.ok(wrong.isError, `${name}: a call without a key is taken`);
  await client.close();
  console.log(`${name}: ok`);
}
assert.equal(ids.size, 1, 'the same call made several requests');
