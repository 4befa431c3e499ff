// The page of a chat. Everything that people, agents and models write is put into the page as
// text, never as HTML.

const $ = (id) => document.getElementById(id);
const el = (tag, cls, ...inner) => {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  e.append(...inner);
  return e;
};

// w are the words of the page, by the names that the bridge gives them.
const w = JSON.parse(document.documentElement.dataset.words);
const fill = (text, places) => text.replace(/\{(\w+)\}/g, (_, name) => places[name] ?? "");

function speak(words) {
  Object.assign(w, words);
  document.documentElement.lang = w.Tag;
  for (const e of document.querySelectorAll("[data-say]")) e.textContent = w[e.dataset.say];
  for (const e of document.querySelectorAll("[data-label]")) e.setAttribute("aria-label", w[e.dataset.label]);
  for (const e of document.querySelectorAll("[data-hint]")) e.placeholder = w[e.dataset.hint];
}
speak();

const call = async (path, method = "GET", body) => {
  const r = await fetch(path, {
    method, credentials: "same-origin",
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const data = r.status === 204 ? {} : await r.json().catch(() => ({}));
  if (!r.ok) throw Object.assign(new Error(data.detail || w.Failed), { status: r.status });
  return data;
};

const say = (text) => { $("status").textContent = text; };
const newID = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

// ---- What was written, as elements ----

// inline reads **bold**, *italics*, `code` and [links](https://…) of one line.
function inline(text) {
  const out = [];
  const mark = /(`+)(.+?)\1|\*\*(.+?)\*\*|__(.+?)__|\*(\S(?:.*?\S)?)\*|(?<![\w])_(\S(?:.*?\S)?)_(?![\w])|\[([^\]]+)\]\(([^()\s]+)\)|(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/g;
  let at = 0;
  for (const m of text.matchAll(mark)) {
    out.push(text.slice(at, m.index));
    at = m.index + m[0].length;
    if (m[2]) out.push(el("code", "", m[2]));
    else if (m[3] || m[4]) out.push(el("strong", "", ...inline(m[3] || m[4])));
    else if (m[5] || m[6]) out.push(el("em", "", ...inline(m[5] || m[6])));
    else out.push(link(m[8] || m[9], m[7] || m[9]));
  }
  out.push(text.slice(at));
  return out;
}

function link(url, text, cls) {
  let u;
  try { u = new URL(url, location.href); } catch { return text; }
  if (!["http:", "https:", "mailto:"].includes(u.protocol)) return text;
  const a = el("a", cls, text);
  a.href = u.href;
  a.rel = "noopener noreferrer nofollow";
  a.target = "_blank";
  return a;
}

const cells = (line) => line.replace(/^\s*\||\|\s*$/g, "").split("|").map((c) => c.trim());

// markdown reads what agents write: paragraphs, headings, lists, tables, code and quotes.
function markdown(text) {
  const out = [];
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const isBlock = (l) => /^\s*$|^```|^#{1,6}\s|^\s*[-*+]\s|^\s*\d+[.)]\s|^>|^\s*\|.*\|\s*$/.test(l);
  for (let i = 0; i < lines.length;) {
    const l = lines[i];
    if (/^\s*$/.test(l)) { i++; continue; }
    if (l.startsWith("```")) {
      const code = [];
      for (i++; i < lines.length && !lines[i].startsWith("```"); i++) code.push(lines[i]);
      i++;
      out.push(el("pre", "", el("code", "", code.join("\n"))));
      continue;
    }
    const head = l.match(/^#{1,6}\s+(.*)/);
    if (head) { out.push(el("h3", "", ...inline(head[1]))); i++; continue; }
    if (/^\s*\|.*\|\s*$/.test(l) && /^\s*\|[\s:|-]+\|\s*$/.test(lines[i + 1] || "")) {
      const names = cells(l), rows = [];
      for (i += 2; i < lines.length && /\|/.test(lines[i]); i++) rows.push(cells(lines[i]));
      out.push(table(names, rows, inline));
      continue;
    }
    const item = /^\s*([-*+]|\d+[.)])\s+(.*)/;
    if (item.test(l)) {
      const list = el(/^\s*\d/.test(l) ? "ol" : "ul");
      for (; i < lines.length && item.test(lines[i]); i++) list.append(el("li", "", ...inline(lines[i].match(item)[2])));
      out.push(list);
      continue;
    }
    if (l.startsWith(">")) {
      const quote = [];
      for (; i < lines.length && lines[i].startsWith(">"); i++) quote.push(lines[i].replace(/^>\s?/, ""));
      out.push(el("blockquote", "", ...markdown(quote.join("\n"))));
      continue;
    }
    const p = el("p");
    p.dir = "auto";
    for (let first = true; i < lines.length && (first || !isBlock(lines[i])); i++, first = false) {
      if (!first) p.append(el("br"));
      p.append(...inline(lines[i]));
    }
    out.push(p);
  }
  return out;
}

function table(names, rows, show = (v) => [v]) {
  const t = el("table");
  if (names.length) t.append(el("thead", "", el("tr", "", ...names.map((n) => Object.assign(el("th", "", ...show(n)), { scope: "col" })))));
  t.append(el("tbody", "", ...rows.map((r) => el("tr", "", ...r.map((c) => el("td", "", ...show(c)))))));
  return el("div", "table", t);
}

const plain = (v) => v === null ? "" : typeof v === "object" ? JSON.stringify(v) : String(v);
const isObject = (v) => v !== null && typeof v === "object" && !Array.isArray(v);

// data shows a value: a list of objects as a table, an object by its names.
function data(v) {
  if (Array.isArray(v) && v.length && v.every(isObject)) {
    const names = [...new Set(v.flatMap(Object.keys))];
    return [table(names, v.map((o) => names.map((n) => plain(o[n] ?? null))))];
  }
  if (Array.isArray(v)) return [el("ul", "", ...v.map((x) => el("li", "", plain(x))))];
  if (isObject(v)) {
    const simple = Object.entries(v).filter(([, x]) => x === null || typeof x !== "object");
    const out = simple.length ? [table([], simple.map(([k, x]) => [k, plain(x)]))] : [];
    for (const [k, x] of Object.entries(v)) if (x !== null && typeof x === "object") out.push(el("h3", "", k), ...data(x));
    return out;
  }
  return [el("p", "", plain(v))];
}

// ---- A turn ----

const merge = (a, b) => {
  if (!isObject(a) || !isObject(b)) return b;
  const c = { ...a };
  for (const k of Object.keys(b)) c[k] = merge(a[k], b[k]);
  return c;
};

// join makes one list of what came in pieces: text that grows, and parts of one slot.
function join(parts) {
  const out = [], slots = new Map();
  for (const p of parts) {
    const meta = p.metadata || {}, type = typeOf(p);
    const key = meta.slotKey ? type + " " + meta.slotKey : "";
    const part = { ...p, type };
    const last = key ? slots.get(key) : out.findLast((x) => x.type === type);
    if (meta.append && last && typeof last.text === "string" && typeof p.text === "string") { last.text += p.text; continue; }
    if (key && slots.has(key)) {
      const old = slots.get(key);
      if (meta.mergeStrategy === "append" && Array.isArray(old.data) && Array.isArray(p.data)) part.data = [...old.data, ...p.data];
      if (meta.mergeStrategy === "deep-merge") part.data = merge(old.data, p.data);
      Object.assign(old, part);
      continue;
    }
    out.push(part);
    if (key) slots.set(key, part);
  }
  return out;
}

const typeOf = (p) => p.metadata?.partType || p.partType;
const shownTypes = ["ack", "thinking", "progress", "response", "domain-data", "citation", "a2ui-surface", "artifact", "clarify", "error", "approval-request"];

class Turn {
  constructor(id, said, at, before) {
    this.id = id;
    this.said = said;
    this.events = []; // {seq, part}
    this.last = "";
    this.over = false;
    this.mine = el("article", "mine", said);
    this.mine.dir = "auto";
    this.theirs = el("article", "theirs");
    this.theirs.dataset.turn = id;
    this.mine.dataset.at = this.theirs.dataset.at = at || new Date().toISOString();
    if (before) before.before(this.mine, this.theirs);
    else $("log").append(this.mine, this.theirs);
    if (!said) this.mine.remove();
  }

  // watch shows what comes, and comes back with the last number when the connection is lost.
  watch(url) {
    if (this.over) return;
    const u = new URL(url, location.href);
    u.protocol = location.protocol;
    u.host = location.host;
    if (this.last) u.searchParams.set("after", this.last);
    const s = new EventSource(u.href);
    this.source = s;
    const seen = (e) => { this.last = e.lastEventId; };
    const part = (e) => { seen(e); this.events.push({ seq: Number(e.lastEventId), part: JSON.parse(e.data) }); this.show(); };
    for (const type of shownTypes) {
      // A connection error is an event of the name error, too: it has no data.
      s.addEventListener(type, (e) => { if (e.data !== undefined) part(e); });
    }
    s.addEventListener("reset", (e) => {
      seen(e);
      const to = JSON.parse(e.data).to;
      this.events = this.events.filter((x) => x.seq <= to);
      this.show();
    });
    s.addEventListener("suspended", (e) => { seen(e); this.waits = true; this.show(); refresh(); });
    s.addEventListener("settled", (e) => {
      seen(e);
      this.over = true;
      // A stream of events cannot be listened to for types of the operator's own: they are in the envelope.
      for (const p of JSON.parse(e.data).parts || []) if (!shownTypes.includes(typeOf(p))) this.events.push({ seq: Number(e.lastEventId), part: p });
      s.close();
      forget(this.id);
      this.show();
    });
    s.onerror = () => {
      if (s.readyState !== EventSource.CLOSED || this.over) return; // it comes back by itself
      setTimeout(() => this.watch(url), 2000);
    };
  }

  show() {
    const stick = atEnd();
    const parts = join(this.events.map((e) => e.part));
    const text = parts.some((p) => (p.type === "response" || p.type === "clarify") && p.text && p.text.trim());
    const out = [];
    let passing = null;
    for (const p of parts) {
      switch (p.type) {
        case "ack": case "thinking": case "progress":
          passing = p;
          break;
        case "response": case "clarify":
          passing = null;
          out.push(...markdown(p.text || plain(p.data ?? "")));
          break;
        case "error": out.push(el("p", "error", p.text || plain(p.data ?? ""))); break;
        case "domain-data": {
          const shown = data(p.data);
          out.push(...(text ? [el("details", "", el("summary", "", w.Data), ...shown)] : shown));
          break;
        }
        case "citation": out.push(el("p", "source", p.text || plain(p.data ?? ""))); break;
        case "artifact": out.push(el("p", "", p.url ? link(p.url, p.filename || "file", "file") : p.filename || "")); break;
        case "approval-request": out.push(this.request(p)); break;
        case "a2ui-surface": break;
        case "llm-context": case "setState": break;
        default: out.push(p.text ? el("p", "", p.text) : el("p", "source", "[" + p.type + "]"));
      }
    }
    if (!text && parts.some((p) => p.type === "a2ui-surface")) out.push(this.surface(parts));
    if (!this.over && !this.waits && !out.length && !passing) passing = { text: w.Waits };
    if (passing && !this.over) {
      const d = passing.data || {};
      out.push(el("p", "passing", passing.text || d.message || d.text || (d.percent !== undefined ? d.percent + " %" : plain(passing.data ?? ""))));
    }
    if (this.over && !out.length) out.push(el("p", "passing", w.NoAnswer));
    this.theirs.replaceChildren(...out);
    if (stick) toEnd();
  }

  request(p) {
    const d = p.data || {};
    const when = d.expiresAt ? new Date(d.expiresAt).toLocaleString(w.Tag) : "";
    return el("p", "notice", fill(this.over ? w.Asked : when ? w.ApprovalUntil : w.Approval, { when, tool: d.toolName }));
  }

  // surface is what screens show, as text: the bridge reads it out.
  surface(parts) {
    const shown = el("pre", "surface", this.read || "");
    const some = parts.filter((p) => p.type === "a2ui-surface" || p.type === "domain-data");
    const key = JSON.stringify(some);
    if (key !== this.readKey) {
      this.readKey = key;
      call("surface", "POST", { parts: some.map(({ type, ...p }) => p) }).then((r) => { this.read = r.text; this.show(); }, () => {});
    }
    return shown;
  }
}

// ---- Requests that wait for the viewer ----

const cards = new Map();

// shows is all that a card shows: it is made anew only if that has changed.
const shows = ({ grant, deny, ...c }) => JSON.stringify(c);

async function refresh() {
  let list;
  try { list = (await call("approvals")).approvals; } catch { return; }
  const open = new Set(list.map((c) => c.id));
  for (const c of list) {
    const old = cards.get(c.id);
    if (old && old.shows === shows(c)) { old.nonces = { grant: c.grant, deny: c.deny }; continue; }
    card(c);
  }
  for (const [id, c] of cards) if (!open.has(id) && !c.over) { c.box.remove(); cards.delete(id); }
}

function card(c) {
  const old = cards.get(c.id);
  const box = el("article", "card");
  const state = { box, nonces: { grant: c.grant, deny: c.deny }, over: !c.open, shows: shows(c) };
  cards.set(c.id, state);
  const title = el("h2", "", c.summary);
  title.id = "card-" + c.id;
  title.dir = "auto";
  box.setAttribute("aria-labelledby", title.id);
  box.append(el("p", "kicker", c.open ? w.ForYou : w.Request), title, el("p", "kicker", w.AskedBy + " ", el("bdi", "", c.askedBy), c.tool ? " · " + c.tool : ""));
  if (c.title) box.append(el("p", "", c.title));
  const rows = (c.arguments || []).map((r) => {
    const th = el("th", "", "\u00a0\u00a0".repeat(r.in || 0) + (r.name || ""));
    th.scope = "row";
    return el("tr", "", th, el("td", "", r.value || ""));
  });
  if (rows.length && !c.question) box.append(el("table", "", el("tbody", "", ...rows)));
  if (c.question) {
    title.textContent = c.question.question;
    title.className = "asked";
  } else if (!c.complete) box.append(el("p", "error", w.TooLong));
  if (c.agentSays) box.append(el("p", "notice", w.AgentSays + " " + c.agentSays));
  if (c.outcome) box.append(Object.assign(el("p", "notice", c.outcome), { role: "status" }));
  if (c.open) (c.question ? words : buttons)(box, c, state);
  if (old) old.box.replaceWith(box);
  else $("requests").append(box);
}

let fields = 0;

// labelled puts a field with its label into a card.
function labelled(box, text, i) {
  i.id = "field-" + ++fields;
  const l = el("label", "kicker", text);
  l.dir = "auto";
  l.htmlFor = i.id;
  box.append(l, i);
  return i;
}

function line(box, text, most, mode) {
  const i = el("input");
  i.type = "text";
  i.autocomplete = "off";
  i.dir = "auto";
  if (mode) i.inputMode = mode;
  i.maxLength = most;
  return labelled(box, text, i);
}

function choice(box, text, choices) {
  const i = el("select", "", ...["", ...choices].map((x) => el("option", "", x)));
  return labelled(box, text, i);
}

// answer sends what the viewer says to a request, and shows what came of it. What was typed
// stays where it is if it did not arrive.
async function answer(box, c, body) {
  const all = box.querySelectorAll("button");
  for (const b of all) b.disabled = true;
  try {
    const r = await call("approvals/" + c.id, "POST", body);
    say("");
    card(r.approval);
  } catch (e) {
    say(e.message);
    for (const b of all) b.disabled = false;
    await refresh(); // with new nonces, if it is still open
  }
}

// words asks for the answer to a question.
function words(box, c, state) {
  const q = c.question;
  let read;
  if (q.fields) {
    const inputs = q.fields.map((f) => f.choices ? choice(box, f.name, f.choices) : line(box, f.name, 4000, f.number ? "decimal" : ""));
    read = () => inputs.every((i) => i.value.trim()) ? inputs.map((i, n) => q.fields[n].name + ": " + i.value.trim()).join("\n") : "";
  } else if (q.choices) {
    const i = choice(box, w.YourAnswer, q.choices);
    read = () => i.value;
  } else {
    const i = labelled(box, w.YourAnswer, el("textarea"));
    i.rows = 2;
    i.dir = "auto";
    i.maxLength = 8000;
    read = () => i.value.trim();
  }
  const send = el("button", "go", w.Answer);
  send.type = "button";
  send.onclick = () => {
    const text = read();
    if (!text) say(w.Missing);
    else answer(box, c, { grant: true, nonce: state.nonces.grant, text });
  };
  box.append(el("div", "choice", send));
  if (c.until) box.append(el("p", "kicker", fill(w.Until, { when: c.until })));
}

function buttons(box, c, state) {
  if (c.until) box.append(el("p", "kicker", fill(w.Until, { when: c.until })));
  const code = c.stepUp ? line(box, w.Code, 12, "numeric") : null;
  const reason = code ? null : line(box, w.Reason, 500);
  const send = (grant) => answer(box, c, {
    grant, nonce: grant ? state.nonces.grant : state.nonces.deny, reason: grant || !reason ? "" : reason.value, code: code ? code.value.replace(/[\s-]/g, "") : "",
  });
  const no = el("button", "no", w.Deny), yes = el("button", "yes", w.Grant);
  no.type = yes.type = "button";
  no.onclick = () => send(false);
  yes.onclick = () => send(true);
  yes.disabled = !c.complete;
  box.append(el("div", "choice", no, yes));
}

// ---- What else the viewer was told ----

// notices shows what was told at its time among what is shown of the conversation. What is
// older than that shows with what was said then; what this browser has not shown yet, at once.
// What comes while the page is open (past is false) stands at the end.
async function notices(past) {
  let list;
  try { list = (await call("notices")).items; } catch { return; }
  const stick = atEnd(), seen = localStorage.getItem(place + " seen") || "";
  const oldest = next ? $("log").querySelector("[data-at]")?.dataset.at || "" : since();
  for (const n of list) {
    const at = new Date(n.at).toISOString();
    if (document.getElementById(n.id) || at < oldest && at <= seen) continue;
    const e = el("article", "notice", ...markdown(n.text));
    e.id = n.id;
    e.dir = "auto";
    e.dataset.at = at;
    const later = past && [...$("log").children].find((x) => new Date(x.dataset.at) > new Date(at));
    if (later) later.before(e);
    else $("log").append(e);
  }
  if (list.length && !document.hidden) localStorage.setItem(place + " seen", [seen, ...list.map((n) => new Date(n.at).toISOString())].sort().at(-1));
  if (stick) toEnd();
}

// ---- The conversation ----

// place is where this browser keeps what it knows of the viewer: who comes next in the same one
// is somebody else.
let place;
let conversation = "";
let next = "";
// since is when the conversation began; "" if that was before there was any other.
const since = () => localStorage.getItem(place + " since") || "";

// known are the conversations that this browser knows, the newest first: each is begun anew by
// what was said first, and what is answered there later is not lost with a new one.
const known = () => JSON.parse(localStorage.getItem(place + " known") || "[]");

function choose(id, at) {
  localStorage.setItem(place, id);
  localStorage.setItem(place + " since", at);
}

function note(said, id = conversation, at = since()) {
  const all = known();
  if (all.some((c) => c.id === id)) return;
  localStorage.setItem(place + " known", JSON.stringify([{ id, at, said: said.slice(0, 60) }, ...all].slice(0, 50)));
  offer();
}

function offer() {
  const all = known();
  const there = all.some((c) => c.id === conversation);
  $("which").hidden = all.length < (there ? 2 : 1);
  $("which").replaceChildren(...(there ? [] : [el("option", "", w.NewConversation)]), ...all.map((c) => Object.assign(el("option", "", c.said), { value: c.id, selected: c.id === conversation })));
}
const atEnd = () => $("main").scrollHeight - $("main").scrollTop - $("main").clientHeight < 80;
const toEnd = () => { $("main").scrollTop = $("main").scrollHeight; };
// running are the turns that the page has started and that are not recorded yet.
const running = () => JSON.parse(sessionStorage.getItem(place + " running") || "[]");
const remember = (t) => sessionStorage.setItem(place + " running", JSON.stringify([...running().filter((x) => x.id !== t.id), t]));
const forget = (id) => sessionStorage.setItem(place + " running", JSON.stringify(running().filter((x) => x.id !== id)));
const turns = new Map();

function past(item, before) {
  const t = new Turn(item.turnId, item.said, item.at, before);
  turns.set(item.turnId, t);
  t.events = item.parts.map((part) => ({ seq: 0, part }));
  t.over = item.settled;
  t.waits = !item.settled;
  t.show();
  if (item.settled) forget(item.turnId);
  else if (item.streamUrl) {
    t.last = new URL(item.streamUrl, location.href).searchParams.get("after");
    t.events.forEach((e) => { e.seq = Number(t.last); });
    t.watch(item.streamUrl);
  }
  return t;
}

// showing counts how often the log was begun: what was asked for another one is not put into it.
let showing = 0;

async function earlier() {
  const first = $("log").firstChild, mine = showing;
  const h = await call("history?limit=20&conversation=" + conversation + (next ? "&before=" + next : ""));
  if (mine !== showing) return;
  next = h.next;
  $("older").hidden = !next;
  for (const item of h.items.reverse()) past(item, first);
  await notices(true);
}

async function begin() {
  const mine = ++showing;
  conversation = localStorage.getItem(place) || "";
  $("log").replaceChildren();
  turns.clear();
  next = "";
  offer();
  const under = running(); // one that ends meanwhile is in neither list else
  await earlier();
  if (mine !== showing) return;
  if (turns.size) note([...turns.values()].at(-1).said); // it was begun before the list was there
  for (const r of under) {
    if (turns.has(r.id) || r.conversation !== conversation) continue;
    const t = new Turn(r.id, r.said);
    turns.set(r.id, t);
    t.show();
    t.watch(r.streamUrl);
  }
  toEnd();
}

let sending = null; // what is being sent: sent again it has the same id

async function send(text) {
  if (!sending || sending.text !== text) sending = { id: newID(), text };
  const before = [...$("log").children], of = conversation, at = since();
  const r = await call("messages", "POST", { ...sending, conversation });
  sending = null;
  if (!r.turnId) { // it was no message to the assistant: what it came to is told
    const mine = el("article", "mine", text);
    mine.dataset.at = new Date().toISOString();
    const told = $("log").lastChild; // it may have been faster
    if (told?.matches(".notice") && !before.includes(told)) told.before(mine);
    else $("log").append(mine);
    toEnd();
    look();
    return;
  }
  note(text, of, at);
  remember({ id: r.turnId, said: text, streamUrl: r.streamUrl, conversation: of });
  if (of !== conversation || turns.has(r.turnId)) return; // another one was begun or chosen meanwhile
  const t = new Turn(r.turnId, text);
  turns.set(r.turnId, t);
  t.show();
  t.watch(r.streamUrl);
  if (cards.size) t.mine.scrollIntoView(); // else the requests below hide it, and the answer
  else toEnd();
}

const look = () => Promise.all([refresh(), notices()]);

function listen() {
  const s = new EventSource("events");
  for (const kind of ["prompt", "notice", "answer"]) s.addEventListener(kind, look);
  s.onopen = look; // what came while nobody listened
  s.onerror = () => { if (s.readyState === EventSource.CLOSED) setTimeout(listen, 5000); };
}

async function who() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token) {
    window.history.replaceState(null, "", location.pathname); // it is not left in the address
    await call("session", "POST", { token });
  }
  try {
    return await call("me");
  } catch (e) {
    if (e.status !== 401 || document.documentElement.dataset.guests !== "yes") throw e;
    await call("session", "POST", {});
    return call("me");
  }
}

async function main() {
  let me;
  try { me = await who(); } catch (e) {
    say(e.status === 401 ? w.Nobody : e.message);
    return;
  }
  place = "chat " + location.pathname + " " + me.user;
  if (me.words) speak(me.words);
  $("who").textContent = me.guest ? w.Guest : me.name || me.user;
  $("write").hidden = $("fresh").hidden = false;
  await begin();
  listen();
  // Who was asked elsewhere first can answer here, too, and hears nothing of it here.
  setInterval(() => { if (!document.hidden) look(); }, 10000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
  const text = $("text");
  text.addEventListener("keydown", (e) => {
    if (e.key === "Enter" && !e.shiftKey && !e.isComposing) { e.preventDefault(); $("write").requestSubmit(); }
  });
  $("write").addEventListener("submit", async (e) => {
    e.preventDefault();
    const words = text.value.trim();
    if (!words || $("write").dataset.busy) return;
    $("write").dataset.busy = "yes";
    try {
      await send(words);
      text.value = "";
      say("");
    } catch (err) {
      say(err.message + " " + w.Kept);
    }
    delete $("write").dataset.busy;
    text.focus();
  });
  $("older").onclick = () => earlier().catch((e) => say(e.message));
  $("which").onchange = () => {
    const c = known().find((c) => c.id === $("which").value);
    if (c) choose(c.id, c.at);
    begin().catch((e) => say(e.message));
  };
  $("fresh").onclick = () => {
    choose(newID(), new Date().toISOString());
    begin().catch((e) => say(e.message));
    text.focus();
  };
  text.focus();
}

main().catch((e) => say(e.message));
