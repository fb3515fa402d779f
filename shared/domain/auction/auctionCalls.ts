import { parseAbi, type Address } from 'viem'
import type { Describe, Ref, Resolved } from '../../chain/calls.ts'
import type { ChainConfig } from '../../chain/config.ts'
import { AUCTION, LAUNCH_ARM } from '../provenance/kinds.ts'
import { provenanceCalls } from '../provenance/provenance.ts'
import { tokenCalls } from '../token/tokenCalls.ts'
import { auctionAbi, launchArmAbi } from './auctionAbi.ts'

type Target = Address | Ref<Address>

/** clearingPrice() without a result: it "succeeds" on any address that does not revert, including one without code. */
const acceptedAbi = parseAbi(['function clearingPrice() view'])

/** Whether an address accepts a call at all. */
export const acceptedCall = ({ at }: Describe, address: Address) => at(address, acceptedAbi)('clearingPrice')

/**
 * Reads of an auction's token, currency, blocks and prices, as of its last checkpoint. Prices are in Q96.
 */
export function termsCalls(describe: Describe, target: Target) {
  const auction = describe.at(target, auctionAbi)
  return {
    currency: tokenCalls(describe, auction('currency')),
    token: tokenCalls(describe, auction('token')),
    clearingPrice: auction('clearingPrice'),
    floorPrice: auction('floorPrice'),
    tickSpacing: auction('tickSpacing'),
    maxBidPrice: auction('MAX_BID_PRICE'),
    startBlock: auction('startBlock'),
    endBlock: auction('endBlock'),
    validationHook: auction('validationHook'),
    nextBidId: auction('nextBidId'),
  }
}

/** The terms of an auction and its results as of its last checkpoint. */
export function statusCalls(describe: Describe, target: Target) {
  const auction = describe.at(target, auctionAbi)
  return {
    ...termsCalls(describe, target),
    ...totalsCalls(describe, target),
    totalSupply: auction('totalSupply'),
    claimBlock: auction('claimBlock'),
    lastCheckpointedBlock: auction('lastCheckpointedBlock'),
  }
}

/** Reads of values that a checkpoint changes. */
function totalsCalls({ at }: Describe, target: Target) {
  const auction = at(target, auctionAbi)
  return {
    currencyRaised: auction('currencyRaised'),
    isGraduated: auction('isGraduated'),
    totalCleared: auction('totalCleared'),
  }
}

/** A checkpoint made in the simulation, and the auction's totals after it. */
export const currentCalls = (describe: Describe, target: Target) => ({
  checkpoint: describe.at(target, auctionAbi)('checkpoint'),
  ...totalsCalls(describe, target),
})

/** The reads of a launch arm. */
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

/**
 * Everything to read at an address that may be an auction or a launch arm with one. A checkpoint changes what every
 * later call sees, so the checkpoints come after all other calls.
 */
export function auctionCalls(describe: Describe, config: Pick<ChainConfig, 'contracts'>, address: Address) {
  const arm = armCalls(describe, address)
  const launched = describe.word<Address>(arm.status, 0)
  return {
    accepted: acceptedCall(describe, address),
    arm,
    launched,
    ofAddress: statusCalls(describe, address),
    ofLaunched: statusCalls(describe, launched),
    provenance: {
      asArm: provenanceCalls(describe, config, LAUNCH_ARM, address),
      asAuction: provenanceCalls(describe, config, AUCTION, address),
    },
    nowOfAddress: currentCalls(describe, address),
    nowOfLaunched: currentCalls(describe, launched),
  }
}

export type ArmReads = Resolved<ReturnType<typeof armCalls>>
export type TermsReads = Resolved<ReturnType<typeof statusCalls>>
export type CurrentReads = Resolved<ReturnType<typeof currentCalls>>
export type UnitReads = Resolved<ReturnType<typeof tokenCalls<Ref<Address>>>>
