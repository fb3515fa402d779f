import * as z from 'zod'
import { Amount, EvmAddress, SignedAmount } from '../common.ts'

const UINT256 = 2n ** 256n - 1n

/** An agent's id as an answer writes it: a JSON integer as long as that is exact. */
export const AgentId = z.union([z.int().nonnegative(), Amount]).meta({
  id: 'AgentId',
  description: 'Token id of the agent in the identity registry; a decimal string from 2^53 on',
  example: 7,
})

const toDigits = (given: string, context: z.RefinementCtx): string => {
  const id = BigInt(given)
  if (id > UINT256) context.addIssue({ code: 'custom', message: 'must be at most 2^256 - 1' })
  return String(id)
}
const digits = z.string().regex(/^[0-9]{1,78}$/, 'must be a non-negative integer')
const described = {
  minimum: 0,
  example: 0,
  description: 'Token id of the agent in the identity registry (ERC-8004)',
}

/** An agent's id in a query, as decimal digits without leading zeros. */
export const agentIdInQuery = digits.transform(toDigits).meta({ type: 'integer', ...described })

/** The same in a body: a JSON integer, or its digits in a string where it is 2^53 or more. */
export const agentIdInBody = z
  .union([z.int().nonnegative().transform(String), digits])
  .transform(toDigits)
  .meta({ type: 'integer', ...described })

/** A tag that feedback must have, exactly; an empty one is any. */
export const tagFilter = (which: string) =>
  z
    .string()
    .max(64, 'must be at most 64 characters long')
    .default('')
    .meta({ example: 'starred', description: `Only feedback with exactly this ${which} tag; any tag by default` })

export const displayValue = z.string().meta({
  description: 'Exact rating, as a decimal: value / 10^valueDecimals',
  example: '-32.5',
})
export const valueDecimals = z.int().meta({ description: 'Decimals of the value, 0 to 18', example: 1 })
export const value = (description: string) => SignedAmount.meta({ description, example: '-325' })

export const label = z
  .enum(['Outstanding', 'Good', 'Acceptable', 'Below Average', 'Poor', 'Very Poor', 'Dispute/Scam'])
  .nullable()
  .meta({
    description:
      'Meaning of a rating of 0 to 5 stars: only for `tag1` technical-review, 5-star or five-star; `null` for other tags, which have other scales',
    example: null,
  })

/** A mean is never without the number of clients behind it: anyone can be many. */
export const provenance = {
  totalClients: z.int().meta({ description: 'Number of distinct clients whose feedback is counted', example: 3 }),
  topClientShareBps: z.int().nullable().meta({
    description:
      'Share of the counted feedback by its most frequent client, in basis points, rounded down; `null` without feedback',
    example: 3333,
  }),
}

/** Fields of one piece of feedback in both modes and in the graph. */
export const feedbackFields = {
  agentId: AgentId,
  clientAddress: EvmAddress.describe('Client that gave the feedback'),
  feedbackIndex: z.int().meta({ description: 'Number of this client’s feedback on this agent, from 1', example: 1 }),
  value: value('Value as given; the rating is value / 10^valueDecimals'),
  valueDecimals,
  displayValue,
  tag1: z.string().meta({ description: 'First tag, truncated to 256 bytes', example: 'starred' }),
  tag2: z.string().meta({ description: 'Second tag, truncated to 256 bytes', example: 'vaults' }),
  isRevoked: z.boolean().describe('Whether the client has revoked the feedback'),
  label,
}
