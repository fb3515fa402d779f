import { parseAbi, type Address } from 'viem'
import { auctionAbi } from '../../shared/domain/auction/auctionAbi.ts'
import { erc20Abi } from '../../shared/abi/erc20.ts'
import { launchArmAbi } from '../../shared/domain/auction/launchArmAbi.ts'
import type { Describe, Ref, Resolved } from '../../shared/chain/calls.ts'

type Target = Address | Ref<Address>

/** clearingPrice() without a result: it "succeeds" on any address that does not revert, one without code included. */
const acceptedAbi = parseAbi(['function clearingPrice() view'])

const tokenCalls = ({ at }: Describe, token: Ref<Address>) => ({
  address: token,
  symbol: at(token, erc20Abi)('symbol'),
  decimals: at(token, erc20Abi)('decimals'),
})

/** What a launch arm tells of itself. */
function armCalls(describe: Describe, target: Address) {
  const arm = describe.at(target, launchArmAbi)
  return {
    status: arm('getAuctionStatus'),
    lifecycle: arm('getLifecycleStatus'),
    backing: arm('getBackingTelemetry'),
    past: arm('getPastAuctions'),
    count: arm('auctionCount'),
    currency: tokenCalls(describe, arm('currency')),
    token: tokenCalls(describe, arm('auctionToken')),
  }
}

/** What an auction tells of itself, as of its last checkpoint. */
function termsCalls(describe: Describe, target: Target) {
  const auction = describe.at(target, auctionAbi)
  return {
    clearingPrice: auction('clearingPrice'),
    currencyRaised: auction('currencyRaised'),
    isGraduated: auction('isGraduated'),
    totalCleared: auction('totalCleared'),
    totalSupply: auction('totalSupply'),
    floorPrice: auction('floorPrice'),
    tickSpacing: auction('tickSpacing'),
    maxBidPrice: auction('MAX_BID_PRICE'),
    startBlock: auction('startBlock'),
    endBlock: auction('endBlock'),
    claimBlock: auction('claimBlock'),
    validationHook: auction('validationHook'),
    nextBidId: auction('nextBidId'),
    lastCheckpointedBlock: auction('lastCheckpointedBlock'),
    currency: tokenCalls(describe, auction('currency')),
    token: tokenCalls(describe, auction('token')),
  }
}

/** A checkpoint made in the simulation, and what the auction tells after it. */
function currentCalls({ at }: Describe, target: Target) {
  const auction = at(target, auctionAbi)
  return {
    checkpoint: auction('checkpoint'),
    currencyRaised: auction('currencyRaised'),
    isGraduated: auction('isGraduated'),
    totalCleared: auction('totalCleared'),
  }
}

/**
 * Everything there is to read of an address that may be an auction or a launch arm with one. A checkpoint changes what
 * every later call sees, so the checkpoints come after all other calls.
 */
export function auctionCalls(describe: Describe, address: Address) {
  const arm = armCalls(describe, address)
  const launched = describe.word<Address>(arm.status, 0)
  return {
    accepted: describe.at(address, acceptedAbi)('clearingPrice'),
    arm,
    launched,
    ofAddress: termsCalls(describe, address),
    ofLaunched: termsCalls(describe, launched),
    nowOfAddress: currentCalls(describe, address),
    nowOfLaunched: currentCalls(describe, launched),
  }
}

export type ArmReads = Resolved<ReturnType<typeof armCalls>>
export type TermsReads = Resolved<ReturnType<typeof termsCalls>>
export type CurrentReads = Resolved<ReturnType<typeof currentCalls>>
export type TokenReads = Resolved<ReturnType<typeof tokenCalls>>
