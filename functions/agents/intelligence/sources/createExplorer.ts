import { type Address, isAddressEqual } from 'viem'
import * as z from 'zod'
import { askJson } from '../../../../shared/provider/askService.ts'
import { address, hash } from '../../../../shared/provider/portfolio/Portfolio.ts'
import { parseProvider, ProviderFailure } from '../../../../shared/provider/ProviderFailure.ts'
import { retryThrottled } from '../../../../shared/provider/retryThrottled.ts'
import { plainText } from '../../../../shared/text/plainText.ts'
import type { EntityLabel, Funder } from '../parts.ts'
import type { FirstFunder } from '../ports.ts'

export interface Explorer {
  readonly firstFunder: FirstFunder
  /** The public name tag of an address; null if it has none. Throws ProviderFailure. */
  nameTag(address: Address, chainId: number, signal: AbortSignal): Promise<EntityLabel | null>
}

const NAME_LIMIT = 64

const Envelope = z.object({
  status: z.coerce.string(),
  message: z.string().nullish(),
  result: z.unknown(),
})

/** A block number, or unix seconds: digits, as text or as a number. */
const digits = z.union([z.string(), z.int().transform(String)]).pipe(z.string().regex(/^\d{1,15}$/))

/** As documented; other spellings occur for the block and the time. */
const FundedBy = z.object({
  fundingAddress: address,
  fundingTxn: hash,
  block: digits.optional(),
  blockNumber: digits.optional(),
  timeStamp: digits.optional(),
  timestamp: digits.optional(),
})
const Nobody = z.union([
  z.null(),
  z.literal(''),
  z.array(z.unknown()).length(0),
  z.object({ fundingAddress: z.literal('') }),
])

const NameTag = z.object({
  address,
  nametag: z.string().nullish(),
  labels: z.array(z.unknown()).max(100).nullish(),
})
const LABELS = z.array(z.string())

const NOTHING = /\bno (transactions?|records?|data|results?|funding)\b[\w ]*\bfound\b/i
const OF_CONTRACT = /contract address|not an? (eoa|externally owned)/i
const THROTTLED = /rate limit|max calls/i

/**
 * The multichain API (version 2) of a block explorer: `account/fundedby` and `nametag/getaddresstag`
 * (https://docs.etherscan.io/api-reference/endpoint/fundedby, …/getaddresstag). Its failures come with status 200.
 */
export function createExplorer(apiUrl: string, key: string): Explorer {
  /** The result, or the sentence that stands in its place. */
  const ask = (query: Readonly<Record<string, string>>, signal: AbortSignal) =>
    retryThrottled(async () => {
      const url = new URL(apiUrl)
      for (const [name, value] of Object.entries({ ...query, apikey: key })) url.searchParams.set(name, value)
      const { status, message, result } = await askJson({ provider: 'explorer', url: url.href, signal }, Envelope)
      if (status === '1') return { result, refusal: undefined }
      const refusal = `${message ?? ''} ${typeof result === 'string' ? result : ''}`
      if (THROTTLED.test(refusal)) throw new ProviderFailure('throttled', 'the explorer is throttling')
      return { result: undefined, refusal }
    }, signal)

  return {
    async firstFunder(account, chainId, signal) {
      const query = { chainid: String(chainId), module: 'account', action: 'fundedby', address: account }
      const { result, refusal } = await ask(query, signal)
      if (refusal !== undefined) {
        if (NOTHING.test(refusal)) return null
        if (OF_CONTRACT.test(refusal)) return 'contract'
        throw new ProviderFailure('failed', 'the explorer refused the request')
      }
      if (Nobody.safeParse(result).success) return null
      return toFunder(parseProvider(FundedBy, Array.isArray(result) ? result[0] : result))
    },

    async nameTag(account, chainId, signal) {
      const query = { chainid: String(chainId), module: 'nametag', action: 'getaddresstag', address: account }
      const { result, refusal } = await ask(query, signal)
      if (refusal !== undefined) {
        if (NOTHING.test(refusal)) return null
        throw new ProviderFailure('failed', 'the explorer refused the request')
      }
      const tags = parseProvider(z.array(NameTag).max(100), result)
      const tag = tags.find((one) => isAddressEqual(one.address, account))
      if (tags.length > 0 && !tag) throw new ProviderFailure('failed', 'the explorer returned another address')
      const name = plainText(tag?.nametag ?? '', NAME_LIMIT)
      if (name === '') return null
      const [category = 'entity', subcategory] = (LABELS.safeParse(tag?.labels).data ?? [])
        .map((label) => plainText(label, NAME_LIMIT).toLowerCase())
        .filter((label) => label !== '' && !name.toLowerCase().startsWith(label))
      return { name, category, ...(subcategory === undefined ? {} : { subcategory }), source: 'explorer' }
    },
  }
}

function toFunder({
  fundingAddress,
  fundingTxn,
  block,
  blockNumber,
  timeStamp,
  timestamp,
}: z.output<typeof FundedBy>): Funder {
  const [number, time] = [blockNumber ?? block, timeStamp ?? timestamp]
  if (number === undefined || time === undefined)
    throw new ProviderFailure('failed', 'the explorer returned no block or no time')
  return { address: fundingAddress, txHash: fundingTxn, blockNumber: String(BigInt(number)), timestamp: Number(time) }
}
