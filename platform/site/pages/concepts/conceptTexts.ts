import type { SequenceSteps } from '../../../../functions/site/draw/SequenceSteps.ts'
import { CONCEPTS } from '../../discovery/concepts.ts'
import { AGENT, LINK, PERSON, REVIEW, SEND } from './sequences.ts'

/** A concept in Markdown, and its sequences. */
export interface ConceptText {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly sequences: readonly SequenceSteps[]
}

/** A concept that language models read too, with more for people. */
const concept = (topic: string, title: string, more = '', sequences: readonly SequenceSteps[] = []): ConceptText => {
  const text = CONCEPTS[topic]
  if (text === undefined) throw new Error(`no concept ${topic}`)
  const id = title.toLowerCase().replaceAll(/\W+/g, '-')
  return { id, title, text: more === '' ? text : `${text}\n\n${more}`, sequences }
}

export const CONCEPT_TEXTS: readonly ConceptText[] = [
  concept(
    'As of',
    'As of a block',
    'An answer whose node failed may be an older one, within the time that its operation allows; `asOf` has its block, with `stale` as its `source`. [Chain nodes](/docs/guides/nodes) says how nodes are compared.',
  ),
  concept(
    'Amounts',
    'Amounts',
    '`1500000` with 6 decimals is 1.5. Do not convert base units to a floating-point number: it has 53 bits, and an amount has up to 256.',
  ),
  concept(
    'Sending',
    'Unsigned transactions',
    'The service holds no key and sends nothing. `issues` lists reasons why the transaction would fail or do something else, each with a code and the values that were read. `simulation` is the outcome of the calls at `asOf`: `ok`, `revert` with the decoded error, or `unavailable`. More: [building](/docs/guides/building).',
    [SEND],
  ),
  concept('Sign in', 'Sign-in', 'People: [accounts](/docs/guides/accounts). Agents: [SIWA](/docs/guides/agents).', [
    PERSON,
    AGENT,
  ]),
  {
    id: 'chat-app-link',
    title: 'The chat-app link',
    text: 'A user of the chat app verifies an e-mail address, and the chat user is linked to the account of that address. An interrupted link is complete or has not happened; the same request finishes it. More: [the chat-app link](/docs/guides/chatapp).',
    sequences: [LINK],
  },
  {
    id: 'paid-review',
    title: 'Paid review',
    text: 'A review of an agent costs one x402 payment. The service checks the payment onchain before it answers. After any 5xx, send the same request with the same payment: it is charged at most once. More: [paid reviews](/docs/guides/review).',
    sequences: [REVIEW],
  },
  concept('Errors', 'Errors', 'All codes: [errors](/docs/errors).'),
  concept('Limits', 'Limits'),
  concept('Idempotency', 'Idempotency', 'More: [repeating a request](/docs/guides/idempotency).'),
  concept('Untrusted text', 'Untrusted text'),
]
