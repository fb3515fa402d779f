import type { Address } from 'viem'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import { multicall3Abi } from '../../../shared/abi/multicall3.ts'
import { ifReachable, readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import type { Describe, Shape } from '../../../shared/chain/calls.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import { TOKEN } from '../../../shared/domain/provenance/kinds.ts'
import { type Provenance, provenanceCalls, provenanceOf } from '../../../shared/domain/provenance/provenance.ts'
import { quoteCalls, quotesOf } from './quoteCalls.ts'
import { type Quote, quoteOf } from './readQuote.ts'
import { NATIVE, type WantedTrade } from './Trade.ts'
import { describeDemoShares } from '../../../shared/domain/vault/demoShares.ts'
import { refuseDemoVaults } from '../../../shared/domain/vault/demoVaults.ts'

/** The trade, its sender and its recipient. */
export interface SwapParties {
  readonly trade: WantedTrade
  readonly from: Address
  readonly recipient: Address
}

/** A quote, with the sender's balance of the sold token and the recipient's balance of the bought token. */
export interface SwapRead extends Quote {
  /** Base units; null if the token does not answer. */
  readonly balance: bigint | null
  /** The router's allowance; null for the native currency. */
  readonly allowance: bigint | null
  /** Before the swap; null for the native currency. */
  readonly held: bigint | null
  /** By the request's field; null for the native currency and its wrapper. */
  readonly provenance: Readonly<Record<'tokenIn' | 'tokenOut', Provenance | null>>
}

/**
 * Reads all that a swap depends on in one upstream request; null if no node answers.
 *
 * Throws demo_vault for a token or a recipient that is a vault which has not launched or its share token, and what a
 * quote throws.
 */
export async function readSwap(chain: Chain, { trade, from, recipient }: SwapParties): Promise<SwapRead | null> {
  const named = { tokenIn: trade.tokenIn, tokenOut: trade.tokenOut, recipient }
  refuseDemoVaults(named, chain.config)
  const read = await readIfReachable(chain, (describe) => ({
    holdings: holdingCalls(describe, chain, { trade, from, recipient }),
    tokenIn: provenanceCalls(describe, chain.config, TOKEN, trade.tokenIn),
    tokenOut: provenanceCalls(describe, chain.config, TOKEN, trade.tokenOut),
    demoShares: describeDemoShares(describe, chain.config),
    quotes: quoteCalls(describe, chain, trade),
  }))
  if (!read) return null
  const { holdings, demoShares, quotes } = read.value
  refuseDemoVaults(named, chain.config, demoShares)
  const quote = await ifReachable(() => quoteOf(chain, quotesOf(chain, trade, quotes), read.asOf))
  const provenanceAt = (field: 'tokenIn' | 'tokenOut') =>
    [NATIVE, quotes.weth].includes(trade[field])
      ? null
      : provenanceOf(chain.config, TOKEN, trade[field], read.value[field])
  return (
    quote && {
      ...quote,
      ...holdings,
      provenance: { tokenIn: provenanceAt('tokenIn'), tokenOut: provenanceAt('tokenOut') },
    }
  )
}

function holdingCalls({ at }: Describe, chain: Chain, { trade, from, recipient }: SwapParties) {
  const [sold, bought] = [at(trade.tokenIn, erc20Abi), at(trade.tokenOut, erc20Abi)]
  const isNativeIn = trade.tokenIn === NATIVE
  // Without Multicall3 no contract reports it, and the simulation shows whether it is enough.
  const { multicall3 } = chain.config.contracts
  const native = multicall3 === undefined ? null : at(multicall3, multicall3Abi)('getEthBalance', [from])
  return {
    balance: isNativeIn ? native : sold('balanceOf', [from]),
    allowance: isNativeIn ? null : sold('allowance', [from, chain.role('dexRouter')]),
    held: trade.tokenOut === NATIVE ? null : bought('balanceOf', [recipient]),
  } satisfies Shape
}
