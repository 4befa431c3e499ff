// Reads a card from standard input with the official SDK and verifies its signatures by the
// key set in KEYS. Prints the name.
import { AgentCard, verifyAgentCardSignature } from "@a2a-js/sdk";
import { importJWK } from "jose";

let text = "";
for await (const chunk of process.stdin) text += chunk;
const document = JSON.parse(text);
const card = AgentCard.fromJSON(document);
if (process.env.KEYS) {
  const { keys } = JSON.parse(process.env.KEYS);
  await verifyAgentCardSignature(async (kid) => importJWK(keys.find((k) => k.kid === kid)))(document);
}
console.log(card.name, card.supportedInterfaces.length);
