import { describe, expect, it } from 'vitest'
import { webhookUrlProblem } from '../../../src-main/domain/webhook-url.ts'

describe('the form of a webhook URL', () => {
  it.each([
    ['', 'required'],
    [`https://example.com/${'a'.repeat(2_048)}`, 'too_long'],
    ['example.com/hooks', 'not_a_url'],
    ['ftp://example.com', 'not_https'],
    ['https://user:pass@example.com', 'credentials'],
    ['https://example.com/#', 'fragment'],
    ['http://example.com/hooks', 'http_elsewhere'],
    ['https://example.com/hooks', null],
    ['http://localhost:4010/inbox/a', null],
    ['http://desk.localhost/', null],
    ['http://0x7f.1:3000/', null],
    // Only the service reads addresses in IPv6.
    ['http://[::1]:3000/', null],
  ] as const)('%s in the sandbox: %s', (url, problem) => {
    expect(webhookUrlProblem(url, 'sandbox')).toBe(problem)
  })

  it('is https alone in production', () => {
    expect(webhookUrlProblem('http://127.0.0.1/', 'production')).toBe('not_https')
    expect(webhookUrlProblem('https://example.com/', 'production')).toBeNull()
  })
})
