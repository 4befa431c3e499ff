-- From format 1 to format 2: the tables of format 1 are renamed to old_…, those of
-- format 2 are made, and this moves the records over.
INSERT INTO meta SELECT key, value FROM old_meta;

INSERT INTO items (seq, queue, lane, rank, due, at, dead_at, attempts, started, doubts, id, why, code, reason, payload)
  SELECT l.seq, l.queue, l.lane, l.rank, l.due, l.at, coalesce(l.dead_at, 0), l.attempts, l.started, l.doubts, i.id, l.why, l.code, l.reason, p.body
  FROM old_live l JOIN old_items i ON i.seq = l.seq JOIN old_payloads p ON p.seq = l.seq ORDER BY l.seq;

INSERT INTO seen (id, queue, lane, at, seq)
  SELECT id, queue, lane, at, seq FROM old_items ORDER BY id, queue, lane;
INSERT INTO seen (id, queue, lane, at, session, turn, settled)
  SELECT key, '', channel, at, session, turn, settled FROM old_admitted ORDER BY key, channel;

INSERT INTO sessions SELECT id, at, body FROM old_sessions ORDER BY id;

INSERT INTO threads (ref, channel, at, session, approval, person)
  SELECT ref, channel, at, session, approval, person FROM old_threads ORDER BY ref, channel;

INSERT INTO audit (n, at, subject, key, body)
  SELECT n, at, coalesce(body ->> '$.subject', ''), coalesce(body ->> '$.key', ''), body FROM old_audit ORDER BY n;

-- The record of a turn is given to all of its steps: the newest one's counts.
INSERT INTO steps (n, at, turn, key, place, session, step, record)
  SELECT s.n, s.at, s.turn, s.key, row_number() OVER (PARTITION BY s.turn ORDER BY s.n) - 1, t.session, s.body, t.body
  FROM old_steps s JOIN old_turns t ON t.id = s.turn ORDER BY s.n;

INSERT INTO sends (id, at, state, channel, turn, approval, body)
  SELECT id, at, state, coalesce(body ->> '$.channel', ''), coalesce(body ->> '$.turn', ''), approval, body FROM old_sends ORDER BY id;

INSERT INTO approvals (n, at, id, version, state, inject, expires, session, turn, body)
  SELECT n, at, id, version, state, inject, expires, session, turn, body FROM old_approvals ORDER BY n;

INSERT INTO codes (n, at, code, approval, person)
  SELECT n, at, code, approval, person FROM old_codes ORDER BY n;

INSERT INTO counters SELECT 'seq', coalesce(max(seq), 0) FROM old_items;
INSERT INTO counters SELECT 'sends ' || state, count(*) FROM old_sends GROUP BY state;
