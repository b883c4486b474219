/** The reference's introduction. */
export const INTRODUCTION = `Manages a fleet's physical fuel cards.

**Keys.** Every request below \`/projects\` carries \`Authorization: Bearer <API key>\`. A key belongs to one project and to one of its two environments: \`sk_sandbox_…\` to the sandbox with its mock cards, \`sk_live_…\` to production. Neither reaches the other's data.

**Errors.** Every error has \`code\`, \`message\` and \`requestId\`, and \`details\` if fields are at fault. Checks run in this order: key, project, rate limit, sandbox only, path, idempotency, body. If several refusals share a code, \`reason\` tells them apart.

**Names.** An unknown filter or sort field is refused. Any other unknown name in query or body is ignored and listed in \`X-Ignored\`.

**Repeating safely.** Any POST accepts an \`Idempotency-Key\`. For 24 hours the same request with the same key, sent with any API key of the project and environment, gets the first response again, marked \`Idempotent-Replayed: true\`; a different request with that key is refused (422).

**Limits.** Each key has a limit of requests per minute, given in \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`. A body may have up to 100 kB.

**Time** is UTC, ISO 8601 with milliseconds. **Card numbers** are strings: they have more digits than a number can hold in most languages.`
