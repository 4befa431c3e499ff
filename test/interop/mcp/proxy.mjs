// Adds the token of a client to what a checker sends that has none, and changes nothing else.
import http from 'node:http';

const { HTTP_PORT, PROXY_PORT, BRIDGE_TOKEN } = process.env;
http.createServer((req, res) => {
  const up = http.request({ host: '127.0.0.1', port: HTTP_PORT, path: req.url, method: req.method, headers: { ...req.headers, authorization: `Bearer ${BRIDGE_TOKEN}` } }, (r) => {
    res.writeHead(r.statusCode, r.headers);
    r.pipe(res);
  });
  up.on('error', () => res.destroy());
  res.on('close', () => up.destroy());
  req.pipe(up);
}).listen(PROXY_PORT, '127.0.0.1');
