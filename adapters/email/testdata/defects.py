"""Reads mails named on the command line and prints what is wrong with them.

A line "name: defect" for each; nothing if they are right. Python's email package
is a strict second reader beside our own.
"""

import email
import email.policy
import email.utils
import sys

for name in sys.argv[1:]:
    with open(name, "rb") as f:
        raw = f.read()
    mail = email.message_from_bytes(raw, policy=email.policy.default)

    def bad(what):
        print(f"{name}: {what}")

    for part in mail.walk():
        for d in part.defects:
            bad(f"{part.get_content_type()}: {d!r}")
        for key, value in part.items():
            for d in getattr(value, "defects", ()):
                bad(f"{key}: {d!r}")
        if part.get_content_maintype() == "text" and not part.is_attachment():
            text = part.get_content()
            if "\ufffd" in text or not text.strip():
                bad(f"text {text!r}")
        if part.is_attachment() and not part.get_filename():
            bad("an attachment has no name")
    for key in ("From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type", "Auto-Submitted"):
        if len(mail.get_all(key, [])) != 1:
            bad(f"{key} stands {len(mail.get_all(key, []))} times")
    if mail["Date"].datetime is None or len(mail["From"].addresses) != 1 or len(mail["To"].addresses) != 1:
        bad("date or addresses cannot be read")
    for line in raw.split(b"\r\n"):
        if b"\n" in line or b"\r" in line or len(line) > 998 or any(c > 126 for c in line):
            bad(f"line {line!r}")
    body = mail.get_body(preferencelist=("plain",))
    if body is None or body.get_param("format") != "flowed":
        bad("no flowed text")
    parts = [p.get_content_type() for p in mail.walk()]
    print(f"{name} = {' '.join(parts)} | {mail['Subject']} | {[p.get_filename() for p in mail.iter_attachments()]}")
