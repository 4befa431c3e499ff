// Signs the vectors of AGP and Alfred with Node's own library and nothing of the bridge, and
// fails where a signature is not the committed one: vectors.mjs AGP.json ALFRED.json
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

// RFC 8785: JSON.stringify is what it is defined by, and sort() orders by UTF-16 units.
function canonical(v) {
  if (Array.isArray(v)) return "[" + v.map(canonical).join(",") + "]";
  if (v === null || typeof v !== "object") return JSON.stringify(v);
  return "{" + Object.keys(v).sort().map((k) => JSON.stringify(k) + ":" + canonical(v[k])).join(",") + "}";
}

const mac = (key, text, encoding) => createHmac("sha256", key).update(text, "utf8").digest(encoding);

function agp(c) {
  const body = JSON.parse(c.body), stamp = body.timestamp;
  if (c.scheme === "jcs-without-timestamp+timestamp") delete body.timestamp;
  return mac(c.key, canonical(body) + stamp, "hex");
}

function alfred(c) {
  if (c.claims !== undefined) {
    const text = [`{"alg":"HS256","typ":"JWT"}`, c.claims].map((s) => Buffer.from(s).toString("base64url")).join(".");
    return text + "." + mac(c.key, text, "base64url");
  }
  const body = JSON.parse(c.body);
  delete body.envelope.security.signature;
  return mac(c.key, canonical(body), "base64");
}

const made = {}, wrong = [];
process.argv.slice(2).forEach((file, i) => {
  for (const c of JSON.parse(readFileSync(file, "utf8"))) {
    made[c.name] = [agp, alfred][i](c);
    if (made[c.name] !== c.signature) wrong.push(c.name);
  }
});
console.log(JSON.stringify(made, Object.keys(made).sort(), 1));
if (wrong.length || !Object.keys(made).length) {
  console.error("not the committed signature: " + wrong.join(", "));
  process.exit(1);
}
