import { numberToHex } from 'viem'
import type { Chain } from '../../shared/chain/chain.ts'
import { decodeBlock } from '../../shared/chain/decodeReply.ts'
import type { BlockMark } from '../../shared/chain/IndexedLog.ts'
import { callNode } from '../../shared/chain/rpc.ts'
import type { RpcReply } from '../../shared/chain/RpcCall.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { AuctionHandler } from './context.ts'
import { leastBidPriceQ96, soldBps } from '../../shared/domain/auction/clearing.ts'
import { knownAddress } from '../../shared/text/address.ts'
import { humanAmount, humanPrice, moneyFields } from '../../shared/domain/auction/Money.ts'
import { decimal } from '../../shared/text/decimal.ts'
import { backingFields, lifecycleFields } from './armFields.ts'
import {
  acceptsBids,
  isActive,
  isDegraded,
  phase,
  phaseName,
  reportedGraduated,
} from '../../shared/domain/auction/phase.ts'
import { readAuction, type Auction } from '../../shared/domain/auction/readAuction.ts'

/**
 * An auction, or a launch arm and its current auction: getAuctionStatus, getLifecycleStatus, getBackingTelemetry and
 * getPastAuctions from the launch arm; terms and totals as of the last checkpoint from the auction, and the same as of
 * this block after a simulated checkpoint().
 *
 * Throws not_an_auction, not_a_contract, and what a chain read throws.
 */
export const getAuctionStatus: AuctionHandler<'getAuctionStatus'> = async (
  { params: { address } },
  { chain, baseUrl },
) => {
  const read = await readAuction(chain, address)
  const { arm, terms, money, block, asOf } = read
  const { currency, token } = money
  const price = (priceQ96: bigint | null | undefined) => humanPrice(money, priceQ96 ?? null)
  const clearing = terms?.clearingPrice ?? arm?.status[3] ?? 0n
  const raised = terms?.currencyRaised ?? arm?.status[4] ?? null
  const least = acceptsBids(read) ? leastPrice(read) : null
  const number = phase(read)
  const endedAt = await timeOfEnd(read, chain)
  const image = token.address && `${baseUrl}/v1/token/${token.address}/image?chain=${chain.config.chainId}&format=png`
  return {
    asOf,
    data: {
      chainId: chain.config.chainId,
      generatedAt: new Date(asOf.timestamp * 1000).toISOString(),
      provenance: read.provenance,
      ccaLaunchArm: arm ? address : null,
      auction: read.address,
      isActive: isActive(read),
      acceptsBids: acceptsBids(read),
      isGraduated: reportedGraduated(read),
      clearingPriceQ96: String(clearing),
      clearingPrice: read.address && price(clearing),
      currencyRaised: decimal(raised),
      currencyRaisedDisplay: humanAmount(currency, raised),
      lastCheckpointedBlock: decimal(terms?.lastCheckpointedBlock ?? null),
      current: currentFields(read),
      minBidPriceQ96: decimal(least),
      minBidPrice: price(least),
      lifecyclePhase: number,
      phaseName: phaseName(number),
      ...lifecycleFields(read, chain.config.blockTimeMs),
      lifecycleEndedAt: endedAt,
      auctionLifecycleDegraded: isDegraded(read),
      ...backingFields(arm),
      ...moneyFields(money),
      auctionTokenImagePath: image && image.slice(new URL(image).origin.length),
      auctionTokenImageUrl: image,
      floorPriceQ96: decimal(terms?.floorPrice ?? null),
      floorPrice: price(terms?.floorPrice),
      tickSpacingQ96: decimal(terms?.tickSpacing ?? null),
      tickSpacing: price(terms?.tickSpacing),
      maxBidPriceQ96: decimal(terms?.maxBidPrice ?? null),
      maxBidPrice: price(terms?.maxBidPrice),
      totalSupply: decimal(terms?.totalSupply ?? null),
      totalCleared: decimal(terms?.totalCleared ?? null),
      nextBidId: decimal(terms?.nextBidId ?? null),
      validationHook: knownAddress(terms?.validationHook ?? null),
      currentBlock: String(block),
    },
  }
}

/**
 * When the end block was made, in one more upstream request; null until then. A node without this very block leaves it to
 * another.
 */
async function timeOfEnd({ terms, block }: Auction, chain: Chain): Promise<string | null> {
  if (!terms || terms.endBlock > block) return null
  const upTo = Number(terms.endBlock)
  const decode = (reply: RpcReply): BlockMark => {
    const end = decodeBlock(reply)
    if (end?.number !== upTo) throw new ApiError('upstream_failed')
    return end
  }
  const getBlock = { method: 'eth_getBlockByNumber', params: [numberToHex(upTo), false] }
  const { time } = await callNode(chain, getBlock, decode, { upTo })
  return new Date(time * 1000).toISOString()
}

function currentFields({ current, money }: Auction) {
  if (!current) return null
  const { checkpoint, currencyRaised } = current
  return {
    clearingPriceQ96: String(checkpoint.clearingPrice),
    clearingPrice: humanPrice(money, checkpoint.clearingPrice),
    currencyRaised: String(currencyRaised),
    currencyRaisedDisplay: humanAmount(money.currency, currencyRaised),
    totalCleared: String(current.totalCleared),
    isGraduated: current.isGraduated,
    soldBps: soldBps(checkpoint),
  }
}

const leastPrice = ({ terms, current }: Auction): bigint | null =>
  terms?.tickSpacing && current ? leastBidPriceQ96(current.checkpoint.clearingPrice, terms.tickSpacing) : null
