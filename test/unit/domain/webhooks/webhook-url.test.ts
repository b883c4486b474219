import { describe, expect, it } from 'vitest'
import { webhookUrlProblem } from '../../../../src-main/domain/webhooks/webhook-url.ts'

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
    [`https://example.com/${'a'.repeat(2_048 - 'https://example.com/'.length)}`, null],
    ['https://user@example.com', 'credentials'],
    ['https://:pass@example.com', 'credentials'],
    ['http://localhost.:3000/', null],
    ['http://127.12.34.156/', null],
    ['http://1.127.0.0.1.example.com/', 'http_elsewhere'],
    ['http://127.0.0.1.example.com/', 'http_elsewhere'],
    ['http://x.127.10.20.30/', 'not_a_url'],
    ['http://localhost:4010/inbox/a', null],
    ['http://desk.localhost/', null],
    ['http://0x7f.1:3000/', null],
    // Only the service parses IPv6 addresses.
    ['http://[::1]:3000/', null],
  ] as const)('%s in the sandbox: %s', (url, problem) => {
    expect(webhookUrlProblem(url, 'sandbox')).toBe(problem)
  })

  it('is https alone in production', () => {
    expect(webhookUrlProblem('http://127.0.0.1/', 'production')).toBe('not_https')
    expect(webhookUrlProblem('https://example.com/', 'production')).toBeNull()
  })
})
