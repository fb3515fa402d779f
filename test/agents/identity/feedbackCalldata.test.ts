import * as fc from 'fast-check'
import { formatUnits, zeroHash } from 'viem'
import { it } from 'vitest'
import { submitAgentFeedback } from '../../../functions/agents/identity/submitAgentFeedback.ts'
import { multicall3Address } from '../../../localnet/world/installMulticall3.ts'
import { addresses, contextOver, expectEachCall, given, integers, SENDER } from '../../build/properties.ts'
import { anyCharacter } from '../../support/anyCharacter.ts'

const reputationRegistry = SENDER
const context = contextOver({ contracts: { reputationRegistry, multicall3: multicall3Address } })
const agentId = integers(0n, 2n ** 256n - 1n)
const feedbackIndex = integers(1n, 2n ** 64n - 1n)
const tag = fc.string({ unit: anyCharacter, maxLength: 16 })

it('random feedback: the value with its sign, to the last digit', () =>
  expectEachCall({
    requests: fc.record({
      action: fc.constant('give' as const),
      agentId,
      value: integers(-(10n ** 38n), 10n ** 38n),
      valueDecimals: fc.integer({ min: 0, max: 18 }),
      tag1: tag,
      tag2: tag,
      endpoint: tag,
      feedbackURI: fc.constant(''),
    }),
    build: (body) => submitAgentFeedback(given(body), context),
    means: ({ agentId: agent, value, valueDecimals, tag1, tag2, endpoint, feedbackURI }) => ({
      to: reputationRegistry,
      signature:
        'giveFeedback(uint256 agentId, int128 value, uint8 valueDecimals, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)',
      values: [agent, value, BigInt(valueDecimals), tag1, tag2, endpoint, feedbackURI, zeroHash],
      mentions: [reputationRegistry, String(agent), formatUnits(value, valueDecimals).replace('-', '')],
    }),
  }))

it('random revocations', () =>
  expectEachCall({
    requests: fc.record({ action: fc.constant('revoke' as const), agentId, feedbackIndex }),
    build: (body) => submitAgentFeedback(given(body), context),
    means: ({ agentId: agent, feedbackIndex: index }) => ({
      to: reputationRegistry,
      signature: 'revokeFeedback(uint256 agentId, uint64 feedbackIndex)',
      values: [agent, index],
    }),
  }))

it('random responses', () =>
  expectEachCall({
    requests: fc.record({
      action: fc.constant('respond' as const),
      agentId,
      clientAddress: addresses,
      feedbackIndex,
      responseURI: fc.constant('ipfs://x'),
    }),
    build: (body) => submitAgentFeedback(given(body), context),
    means: ({ agentId: agent, clientAddress, feedbackIndex: index, responseURI }) => ({
      to: reputationRegistry,
      signature:
        'appendResponse(uint256 agentId, address clientAddress, uint64 feedbackIndex, string responseURI, bytes32 responseHash)',
      values: [agent, clientAddress, index, responseURI, zeroHash],
      mentions: [reputationRegistry, String(agent), clientAddress, String(index)],
    }),
  }))
