// What is on the page is brought up to date when something happens: the page is read again,
// and its parts that are different are replaced. A part in which somebody types stays, and all of
// them do while a button is held down: a press is lost if its button is replaced before it is let go.
(() => {
  "use strict";
  const live = document.querySelector("[data-live]");
  if (!live || !window.EventSource) return;
  let due = 0, busy = false, held = 0; // since when, 0: none is
  addEventListener("pointerdown", () => { held = Date.now(); }, true);
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => setTimeout(() => { held = 0; }), true);
  const pressing = () => held && Date.now() - held < 5000;
  const typing = (part) => {
    const a = document.activeElement;
    return a && part.contains(a) && /^(INPUT|TEXTAREA|SELECT)$/.test(a.tagName) ||
      [...part.querySelectorAll("textarea,input[type=text]")].some((e) => e.value !== e.defaultValue);
  };
  const refresh = async () => {
    due = 0;
    if (busy || pressing()) { due = due || setTimeout(refresh, 400); return; }
    busy = true;
    try {
      const r = await fetch(location.href, { credentials: "same-origin" });
      if (!r.ok) return;
      const page = new DOMParser().parseFromString(await r.text(), "text/html");
      if (pressing()) { due = due || setTimeout(refresh, 400); return; }
      for (const part of document.querySelectorAll("[data-part]")) {
        const next = page.getElementById(part.id);
        if (next && !typing(part) && next.innerHTML !== part.innerHTML) {
          part.innerHTML = next.innerHTML;
          for (const s of part.querySelectorAll("[data-end]")) s.scrollTop = s.scrollHeight;
        }
      }
    } catch { /* the bridge is away: the stream comes back with it */ } finally { busy = false; }
  };
  const soon = () => { due = due || setTimeout(refresh, 250); };
  const log = document.getElementById("events");
  const tell = (e) => {
    soon();
    if (!log) return;
    let d = {};
    try { d = JSON.parse(e.data); } catch { return; }
    const f = d.data || {}, li = document.createElement("li");
    const words = [new Date(d.timestamp).toLocaleTimeString(), e.type, f.channel, f.agent, f.kind, f.state || f.outcome, f.failure || f.code, f.tool].filter(Boolean);
    const id = f.turn || f.approval || f.session || f.message;
    if (id) {
      const a = document.createElement("a");
      a.href = "/console/trace?id=" + encodeURIComponent(id);
      a.textContent = words.join(" · ");
      li.append(a);
    } else li.textContent = words.join(" · ");
    log.prepend(li);
    while (log.children.length > 50) log.lastChild.remove();
    document.getElementById("quiet")?.remove();
  };
  for (const s of document.querySelectorAll("[data-end]")) s.scrollTop = s.scrollHeight;
  const from = new EventSource(live.dataset.live);
  from.onopen = soon; // what happened between the page and its stream, or while the bridge was away
  from.onmessage = soon;
  for (const type of ["message.accepted", "turn.suspended", "turn.settled", "send.failed", "approval.decided", "deadletter.added", "channel.state", "handover.began", "handover.taken", "handover.ended"])
    from.addEventListener(type, tell);
  if (live.dataset.every) setInterval(soon, 1000 * live.dataset.every);
})();
