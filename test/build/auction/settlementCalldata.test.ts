import { Interface } from 'ethers'
import { describe, expect, test } from 'vitest'
import { buildAuctionSettlement } from '../../../schema/build/auctionSettlement.ts'
import {
  settlementAbi,
  describeClaimedTokens,
  describeExit,
} from '../../../functions/build/auction/settle/settlement.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { createRandom } from '../../support/random.ts'
import { soak } from '../../support/soak.ts'

const { bits, address } = createRandom('settlementCalldata')
const contract = new Interface([
  'function exitBid(uint256 bidId)',
  'function exitPartiallyFilledBid(uint256 bidId, uint64 lastFullyFilledCheckpointBlock, uint64 outbidBlock)',
  'function claimTokens(uint256 bidId)',
  'function claimTokensBatch(address owner, uint256[] bidIds)',
])
const { buildAuctionExitBid, buildAuctionClaimTokens } = buildAuctionSettlement
const nobody = { token: null, owner: null, tokens: null }

describe('calls as another library encodes them', () => {
  test(`${buildAuctionExitBid.operationId}: both exits`, () => {
    for (let round = 0; round < soak(200, 5000); round++) {
      const [to, bidId, below, above] = [address(), bits(256), bits(64), bits(64)]
      const whole = encodeStep({
        to,
        abi: settlementAbi,
        functionName: 'exitBid',
        args: [bidId],
        describe: (args) => describeExit(to, args),
      })
      expect(whole.data).toBe(contract.encodeFunctionData('exitBid', [bidId]))
      expect(whole.description).toContain(`bid ${bidId} `)
      const args = [bidId, below, above] as const
      const partial = encodeStep({
        to,
        abi: settlementAbi,
        functionName: 'exitPartiallyFilledBid',
        args,
        describe: (decoded) => describeExit(to, decoded),
      })
      expect(partial.data).toBe(contract.encodeFunctionData('exitPartiallyFilledBid', args))
      for (const part of [to, String(bidId), String(below)]) expect(partial.description).toContain(part)
    }
  })

  test(`${buildAuctionClaimTokens.operationId}: one bid and several`, () => {
    for (let round = 0; round < soak(200, 5000); round++) {
      const [to, owner, ids] = [address(), address(), Array.from({ length: 1 + (round % 5) }, () => bits(256))]
      const [first = 0n] = ids
      const one = encodeStep({
        to,
        abi: settlementAbi,
        functionName: 'claimTokens',
        args: [first],
        describe: (args) => describeClaimedTokens(to, args, nobody),
      })
      expect(one.data).toBe(contract.encodeFunctionData('claimTokens', [first]))
      const several = encodeStep({
        to,
        abi: settlementAbi,
        functionName: 'claimTokensBatch',
        args: [owner, ids],
        describe: ([, decoded]) => describeClaimedTokens(to, decoded, nobody),
      })
      expect(several.data).toBe(contract.encodeFunctionData('claimTokensBatch', [owner, ids]))
      for (const id of ids) expect(several.description).toContain(String(id))
    }
  })
})
