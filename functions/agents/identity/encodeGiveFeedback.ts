import type { Address, Hex } from 'viem'
import { encodeStep, type Step } from '../../../shared/calldata/encodeStep.ts'
import { reputationActionsAbi as abi } from './registry/reputationActionsAbi.ts'
import { registryTexts } from '../../../shared/domain/agents/registryWording.ts'

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
    describe: (args) => registryTexts.giveFeedback(to, args),
  })
