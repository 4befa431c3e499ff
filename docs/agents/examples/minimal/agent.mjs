// The smallest agent in Node: answers each message with text.
import { createServer } from 'node:http';

const server = createServer(async (req, res) => {
  let body = '';
  req.setEncoding('utf8');
  for await (const chunk of req) body += chunk;
  const text = JSON.parse(body).parts.map((p) => p.text ?? '').join('');
  res.setHeader('Content-Type', 'application/json');
  res.end(JSON.stringify({ text: 'You wrote: ' + text }));
});
server.listen(Number(process.env.PORT ?? 9000), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
