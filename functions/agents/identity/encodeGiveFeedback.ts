import { formatUnits, type Address, type Hex } from 'viem'
import { encodeStep, type Step } from '../../../shared/calldata/encodeStep.ts'
import { reputationActionsAbi as abi } from './registry/reputationActionsAbi.ts'
import { plainText } from '../../../shared/text/plainText.ts'

export interface GivenFeedback {
  readonly agentId: bigint
  readonly value: bigint
  readonly valueDecimals: number
  readonly tag1: string
  readonly tag2: string
  readonly endpoint: string
  readonly feedbackURI: string
  readonly feedbackHash: Hex
}

/** The call of giveFeedback of a reputation registry (ERC-8004, "Giving Feedback"). */
export const encodeGiveFeedback = (to: Address, given: GivenFeedback): Step =>
  encodeStep({
    to,
    abi,
    functionName: 'giveFeedback',
    args: [
      given.agentId,
      given.value,
      given.valueDecimals,
      given.tag1,
      given.tag2,
      given.endpoint,
      given.feedbackURI,
      given.feedbackHash,
    ],
    describe: ([agent, units, decimals, ...tags]) =>
      `Give agent ${agent} feedback of ${formatUnits(units, decimals)}${tagsText(tags.slice(0, 2))} in the reputation registry ${to}.`,
  })

/** Longest tag in a sentence: a text of the request must not become one of its own. */
const TAG_LIMIT = 64

function tagsText(tags: readonly string[]): string {
  const shown = tags.map((tag) => plainText(tag, TAG_LIMIT)).filter((tag) => tag !== '')
  return shown.length === 0 ? '' : ` for ${shown.map((tag) => `“${tag}”`).join(', ')}`
}
