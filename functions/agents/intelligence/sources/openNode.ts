import type { ProviderName } from '../../../../schema/providers.ts'
import { observed } from '../../../../shared/provider/observed.ts'
import { ProviderFailure, toProviderFailure } from '../../../../shared/provider/ProviderFailure.ts'
import type * as AllNames from './names.ts'

const MAX_BYTES = 262_144

type Names = typeof AllNames

/** A client of one node, and viem's actions for it. */
export type Node = { readonly client: ReturnType<typeof openNode> } & Pick<
  Names,
  Exclude<keyof Names, 'createClient' | 'http'>
>

/**
 * A client of one node: calls of one moment go in one request, answers are read up to a bound, and no request goes to
 * hosts that contracts name (ERC-3668).
 */
const openNode = ({ createClient, http }: Names, url: string, signal: AbortSignal) =>
  createClient({
    ccipRead: false,
    transport: http(url, {
      batch: true,
      retryCount: 0,
      maxResponseBodySize: MAX_BYTES,
      fetchOptions: { signal, redirect: 'manual' },
    }),
  })

/** A node’s place among the providers, and how long it may take. */
interface Whose {
  readonly provider: ProviderName
  readonly signal: AbortSignal
}

/** Throws ProviderFailure if a node serves another chain, or does not say which. This also probes whether it answers. */
export const requireChain = (node: Node, chainId: number, whose: Whose): Promise<void> =>
  observed(whose, async () => {
    const answered = await toProviderFailure(node.getChainId(node.client), whose.signal)
    if (answered !== chainId) throw new ProviderFailure('failed', 'the node serves another chain')
  })

/** Runs work with a node. Throws ProviderFailure for any error. */
export const withNode = <T>(url: string, signal: AbortSignal, work: (node: Node) => Promise<T>): Promise<T> =>
  toProviderFailure(
    import('./names.ts').then((names) => work({ ...names, client: openNode(names, url, signal) })),
    signal,
  )

/** Whether code is that of a contract: an account that delegates to one (EIP-7702) still has a key, and a first funder. */
export const isContractCode = (code: string): boolean => !/^0x(ef0100[0-9a-f]{40})?$/i.test(code)
