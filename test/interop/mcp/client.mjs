// The client that the conformance suite tests: a bridge whose agent is a tool of the suite's
// server. It is asked by the bridge's own door for assistants, and logged in to by its command,
// as an operator does.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { BRIDGE, MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_CONTEXT } = process.env;
const url = process.argv.at(-1);
const context = JSON.parse(MCP_CONFORMANCE_CONTEXT || '{}');
const tools = {
  tools_call: { tool: 'add_numbers', args: '{ a = "5", b = "3" }' },
  'elicitation-sep1034-client-defaults': { tool: 'test_client_elicitation_defaults', args: '{}' },
  'sse-retry': { tool: 'test_reconnection', args: '{}' },
};
const { tool, args } = tools[scenario] ?? { tool: 'test-tool', args: '{}' };
const port = await new Promise((done) => {
  const s = createServer().listen(0, '127.0.0.1', () => {
    const p = s.address().port;
    s.close(() => done(p));
  });
});

// What an operator looks up: which authorization server the tool's server takes tokens of.
async function issuers() {
  const refused = await fetch(url, { method: 'POST', body: '{}' }).catch(() => null);
  const challenged = refused?.headers.get('www-authenticate')?.match(/resource_metadata="([^"]+)"/)?.[1];
  const known = '/.well-known/oauth-protected-resource';
  for (const at of challenged ? [challenged] : [known + new URL(url).pathname, known]) {
    const r = await fetch(new URL(at, url)).catch(() => null);
    if (r?.ok) return (await r.json()).authorization_servers ?? [];
  }
  return [];
}

async function tokenURL() {
  const issuer = new URL((await issuers())[0]);
  return (await (await fetch(new URL('/.well-known/oauth-authorization-server' + issuer.pathname.replace(/\/$/, ''), issuer))).json()).token_endpoint;
}

let oauth = '';
if (scenario.startsWith('auth/client-credentials')) {
  oauth = `oauth = { token_url = "${await tokenURL()}", client_id = "${context.client_id}", client_secret = "${context.client_secret}" }`;
} else if (scenario.startsWith('auth/')) {
  const all = await issuers();
  const known = context.client_id ? `, client_id = "${context.client_id}", client_secret = "${context.client_secret}", issuer = "${all[0]}"` : '';
  // The suite's authorization server is at a port of this machine: such hosts are named.
  oauth = `oauth = { flow = "authorization_code", hosts = ${JSON.stringify(all.map((at) => new URL(at).host))}${known} }`;
}
const dir = mkdtempSync(join(tmpdir(), 'bridge-conformance-'));
const config = join(dir, 'config.toml');
const token = 'token-of-the-conformance-client';
writeFileSync(config, `
listen = "127.0.0.1:${port}"
data_dir = "${join(dir, 'data')}"
[mcp]
wait = "20s"
[mcp.clients.checker]
token = "${token}"
agents = ["helper"]
[agents.helper]
type = "mcp"
url = "${url}"
tool = "${tool}"
args = ${args}
approve = "none"
timeout = "15s"
${oauth}
`);
const bridge = spawn(BRIDGE, ['run', '-config', config], { stdio: ['ignore', 'inherit', 'inherit'] });
const end = (code) => {
  bridge.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
  process.exit(code);
};
for (let i = 0; i < 200; i++) {
  if ((await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => ({}))).ok) break;
  await new Promise((r) => setTimeout(r, 50));
}
async function login() {
  const cli = spawn(BRIDGE, ['agents', 'login', 'helper', '-config', config], { stdio: ['pipe', 'pipe', 'inherit'] });
  let out = '';
  return new Promise((done) => {
    cli.stdout.on('data', async (b) => {
      const before = out;
      out += b;
      const link = out.match(/^ {2}(http\S+)$/m)?.[1];
      if (link && !/^ {2}http\S+$/m.test(before)) await fetch(link).catch((e) => console.error('the browser:', e.message)); // it follows the redirect
    });
    cli.on('close', (code) => done(code));
  });
}
if (scenario.startsWith('auth/') && !scenario.startsWith('auth/client-credentials') && (await login()) !== 0) end(1);
const answer = await fetch(`http://127.0.0.1:${port}/mcp`, {
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ask_helper', arguments: { text: 'go', idempotency_key: 'one' } } }),
});
const text = await answer.text();
console.log(text);
end(/"state":\s*"complete"/.test(text) || scenario === 'initialize' ? 0 : 1);
