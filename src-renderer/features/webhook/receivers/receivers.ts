import csharp from '../../../../resources/receivers/Receiver.cs?raw'
import go from '../../../../resources/receivers/receiver.go?raw'
// oxlint-disable-next-line import/default -- its text, not what it exports
import node from '../../../../resources/receivers/node-crypto.mjs?raw'
import php from '../../../../resources/receivers/php.php?raw'
import python from '../../../../resources/receivers/python.py?raw'
import shell from '../../../../resources/receivers/shell.sh?raw'
// oxlint-disable-next-line import/default -- its text, not what it exports
import standard from '../../../../resources/receivers/standardwebhooks.mjs?raw'

/** Also shown in docs/api/webhooks.md; the tests run them against real deliveries. */
export const RECEIVERS = [
  { id: 'node', name: 'Node', syntax: 'slash', code: node },
  { id: 'library', name: 'Node · standardwebhooks', syntax: 'slash', code: standard },
  { id: 'python', name: 'Python', syntax: 'hash', code: python },
  { id: 'php', name: 'PHP', syntax: 'slash', code: php },
  { id: 'csharp', name: 'C#', syntax: 'slash', code: csharp },
  { id: 'go', name: 'Go', syntax: 'slash', code: go },
  { id: 'shell', name: 'Shell · openssl', syntax: 'hash', code: shell },
] as const
