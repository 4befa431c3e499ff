// An assistant of the tests: it connects one way and asks for one approval, and says what came
// of it. It does not mind being killed.
import { connect, ways } from './connect.mjs';

const [name, key] = process.argv.slice(2);
const client = await connect(ways.find((w) => w.name === name));
const asked = await client.callTool({ name: 'request_approval', arguments: { tool_name: 'deploy', args: { version: key }, idempotency_key: key } });
const polled = await client.callTool({ name: 'get_approval', arguments: { id: asked.structuredContent.id } });
console.log(JSON.stringify(polled.structuredContent));
await client.close();
process.exit(0);
