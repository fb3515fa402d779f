import type { MsgnetFaults } from './MsgnetFaults.ts'

interface Listed {
  agent: string
  conversation?: string
  conversations?: object[]
  messages?: object[]
}

/** Another zero in front of all that is true: a place before any that is asked for. */
const BEFORE = { newestAtNs: '1000000000000000000', sentAtNs: '1000000000000000000' }

/** An answer of the gateway as one that lies would give it. */
export function lieAbout(body: string, lie: MsgnetFaults['lie']): string {
  if (lie === 'garbage') return '<html>'
  if (lie === 'huge') return `${body.slice(0, -1)},"more":"${'x'.repeat(2 * 1024 * 1024)}"}`
  if (lie === 'agent') return JSON.stringify({ ...Object(JSON.parse(body)), agent: `0x${'9'.repeat(40)}` })
  const listed: Listed = JSON.parse(body)
  const change = (items: object[] | undefined): object[] => {
    const [first = {}] = items ?? []
    if (lie === 'order') return (items ?? []).toReversed()
    if (lie === 'twice') return [...(items ?? []), first]
    if (lie === 'before') return [{ ...first, ...BEFORE }]
    if (lie === 'many') return Array.from({ length: 51 }, () => first)
    if (lie === 'conversation') return (items ?? []).map((item) => ({ ...item, conversation: 'another' }))
    return items ?? []
  }
  return JSON.stringify({
    ...listed,
    ...(listed.conversations ? { conversations: change(listed.conversations) } : {}),
    ...(listed.messages ? { messages: change(listed.messages) } : {}),
  })
}
