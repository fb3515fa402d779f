import * as z from 'zod'
import { outage } from '../standIn.ts'

/** Faults of the gateway of the message network, which last until others are set. */
export const MsgnetFaults = z.strictObject({
  /** Only here; everywhere if absent. */
  at: z.enum(['conversations', 'messages', 'replies']).optional(),
  ...outage,
  /** The request is carried out, but the connection is cut before the answer. */
  cut: z.boolean().optional(),
  /**
   * `unsigned`, `forged`, `replayed`: the answer is not signed, by another secret, or for an earlier request. `garbage`,
   * `huge`: it is not JSON, or too long. `agent`, `conversation`: it is of others. `order`, `twice`, `before`, `many`: its
   * items are out of order, repeated, before the requested cursor, or too many.
   */
  lie: z
    .enum([
      'unsigned',
      'forged',
      'replayed',
      'garbage',
      'huge',
      'agent',
      'conversation',
      'order',
      'twice',
      'before',
      'many',
    ])
    .optional(),
})

export type MsgnetFaults = z.output<typeof MsgnetFaults>

interface Listed {
  agent: string
  conversation?: string
  conversations?: object[]
  messages?: object[]
}

/** A cursor before every requested one. */
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
