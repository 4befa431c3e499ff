"""Signs the vectors of AGP and Alfred with Python's own library and nothing of the bridge,
and fails where a signature is not the committed one: vectors.py AGP.json ALFRED.json"""
import base64, hashlib, hmac, json, math, sys


def number(n):
    """ECMAScript's form of a number (RFC 8785 section 3.2.2.3)."""
    if isinstance(n, int):
        return str(n)
    if n == 0:
        return "0"
    if n.is_integer() and abs(n) < 1e21:
        return str(int(n))
    text = repr(n)
    mantissa, _, exponent = text.partition("e")
    if not exponent:
        return text
    exponent = int(exponent)
    if -7 < exponent < 0:
        digits = len(mantissa.replace(".", "").lstrip("-")) - 1 - exponent
        return f"{n:.{digits}f}"
    return f"{mantissa}e{exponent:+d}"


def canonical(v):
    """RFC 8785."""
    if v is None or isinstance(v, bool):
        return json.dumps(v)
    if isinstance(v, str):
        return json.dumps(v, ensure_ascii=False)
    if isinstance(v, (int, float)):
        assert math.isfinite(v)
        return number(v)
    if isinstance(v, list):
        return "[" + ",".join(map(canonical, v)) + "]"
    names = sorted(v, key=lambda k: k.encode("utf-16-be"))
    return "{" + ",".join(canonical(k) + ":" + canonical(v[k]) for k in names) + "}"


def mac(key, text):
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).digest()


def agp(case):
    body = json.loads(case["body"])
    stamp = body["timestamp"]
    if case["scheme"] == "jcs-without-timestamp+timestamp":
        del body["timestamp"]
    return mac(case["key"], canonical(body) + stamp).hex()


def b64url(b):
    return base64.urlsafe_b64encode(b).decode().rstrip("=")


def alfred(case):
    if "claims" in case:
        text = b64url(b'{"alg":"HS256","typ":"JWT"}') + "." + b64url(case["claims"].encode())
        return text + "." + b64url(mac(case["key"], text))
    body = json.loads(case["body"])
    body["envelope"]["security"].pop("signature", None)
    return base64.b64encode(mac(case["key"], canonical(body))).decode()


made, wrong = {}, []
for file, sign in zip(sys.argv[1:], (agp, alfred)):
    for case in json.load(open(file, encoding="utf-8")):
        made[case["name"]] = sign(case)
        if made[case["name"]] != case["signature"]:
            wrong.append(case["name"])
print(json.dumps(made, indent=1, sort_keys=True))
if wrong or not made:
    sys.exit("not the committed signature: " + ", ".join(wrong))
