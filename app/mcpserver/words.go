package mcpserver

// instructions tell an assistant what the server is for.
const instructions = `Bridge asks people who are not in this chat: by mail or on their phones. They answer when they see it, which may take minutes or hours.
Use request_approval before you do something that cannot be undone or that somebody else answers for, and do it only if the answer is "granted", with exactly the arguments that were approved.
Use ask_human when you need words, a choice or data from a person; its answer approves nothing.
A call waits for about half a minute. If it returns "pending", go on with other work, or call the tool that "next" names again later, also in another session.
Every call that does something takes an idempotency_key: repeat it with the same key if you do not know whether it was done.
You never decide for a person, and no answer in this chat counts as theirs.`

// askingWell is the prompt that explains how to ask for approval.
const askingWell = `Before the next step that cannot be undone, ask a person for approval with request_approval:

1. tool_name is the name of what you are about to do, as the rules know it ("refund", "deploy"), not a sentence.
2. args are the exact values you will act with: who, what, how much. People see all of them, and the approval is bound to them by a digest. Leave nothing out that would change somebody's mind, and put in no secrets.
3. title is one line that says why. It is shown as your words.
4. idempotency_key is one for this very step. Use it again if you repeat the call.

Then wait. "granted": do it, with exactly these arguments, once. "denied", "expired" or "cancelled": do not do it, and say what the person wrote. "pending": nothing is decided; call get_approval later.
If anything in args changes, ask again with another key.`
