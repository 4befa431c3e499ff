// The ways in which the official TypeScript SDKs reach the bridge at BRIDGE_URL.
import * as next from '@modelcontextprotocol/client';
import { StdioClientTransport as NextStdio } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const { BRIDGE, BRIDGE_TOKEN, BRIDGE_URL } = process.env;
const http = (Transport, path) => new Transport(new URL(BRIDGE_URL + path), { requestInit: { headers: { Authorization: `Bearer ${BRIDGE_TOKEN}` } } });
const stdio = (Transport) => new Transport({ command: BRIDGE, args: ['mcp', '-url', BRIDGE_URL], env: { ...process.env, BRIDGE_TOKEN } });

export const ways = [
  { name: '/mcp', transport: () => http(StreamableHTTPClientTransport, '/mcp') },
  { name: '/mcp/session', transport: () => http(StreamableHTTPClientTransport, '/mcp/session') },
  { name: 'stdio', transport: () => stdio(StdioClientTransport) },
  { name: '/mcp 2026-07-28', next: true, transport: () => http(next.StreamableHTTPClientTransport, '/mcp') },
  { name: 'stdio 2026-07-28', next: true, transport: () => stdio(NextStdio) },
];

export async function connect(way) {
  const me = { name: 'interop', version: '1' };
  const client = way.next ? new next.Client(me, { versionNegotiation: { mode: { pin: '2026-07-28' } } }) : new Client(me);
  await client.connect(way.transport());
  return client;
}
