/** What the reference says before the operations. */
export const INTRODUCTION = `Manages the physical fuel cards of a fleet.

**Keys.** Every request below \`/projects\` carries \`Authorization: Bearer <API key>\`. A key belongs to one project and to one of its two environments: \`sk_sandbox_…\` to the sandbox with its mock cards, \`sk_live_…\` to production. Neither reaches the other's data.

**Errors.** Every error has \`code\`, \`message\` and \`requestId\`, and \`details\` where fields are at fault. What is judged first is answered first: key, project, rate limit, sandbox only, path, idempotency, body. Where several refusals share a code, \`reason\` tells them apart.

**Names.** A filter or an order that does not exist is refused. Any other unknown name in query or body is ignored, and told in \`X-Ignored\`.

**Repeating safely.** Any POST takes an \`Idempotency-Key\`. For 24 hours the same request with the same key, sent with any API key of the project and environment, gets the first answer again, marked \`Idempotent-Replayed: true\`; another request with that key is refused (422).

**Limits.** Each key may send a number of requests a minute, told in \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`. A body has 100 kB at most.

**Time** is UTC, ISO 8601 with milliseconds. **Card numbers** are text: they are longer than a number in most languages can hold.`
