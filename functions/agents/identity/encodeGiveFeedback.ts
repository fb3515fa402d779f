import { type Address, type Hex, parseAbi } from 'viem'
import { encodeStep, type Step } from '../../../shared/calldata/encodeStep.ts'
import { registryTexts } from '../../../shared/domain/agents/registryActions.ts'

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
    abi: reputationActionsAbi,
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

/** Calls of the ERC-8004 reputation registry by its clients, and the reads that show beforehand whether it accepts them. */
export const reputationActionsAbi = parseAbi([
  'function giveFeedback(uint256 agentId, int128 value, uint8 valueDecimals, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)',
  'function revokeFeedback(uint256 agentId, uint64 feedbackIndex)',
  'function appendResponse(uint256 agentId, address clientAddress, uint64 feedbackIndex, string responseURI, bytes32 responseHash)',
  'function getIdentityRegistry() view returns (address)',
  'function getLastIndex(uint256 agentId, address clientAddress) view returns (uint64)',
  'function readFeedback(uint256 agentId, address clientAddress, uint64 feedbackIndex) view returns (int128 value, uint8 valueDecimals, string tag1, string tag2, bool isRevoked)',
])
