import { isRecord, quantity } from './quantity.ts'

/** Most blocks of fees, and most storage slots of a proof, in one call; a node would accept about as many. */
const MAX_FEE_BLOCKS = 1024
const MAX_PERCENTILES = 100
const MAX_PROOF_KEYS = 100
const MAX_ADDRESSES = 1000
const MAX_TOPICS = 4

/** The fault of the parameters of a call, naming the parameter; undefined without a fault. */
type Check = (params: readonly unknown[]) => string | undefined

const any: Check = () => undefined
const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const feeHistory: Check = ([count, , percentiles]) => {
  const blocks = typeof count === 'number' ? BigInt(Math.ceil(count)) : quantity(count)
  if (blocks === undefined || blocks < 1n || blocks > BigInt(MAX_FEE_BLOCKS))
    return `0: must be a number of blocks from 1 to ${MAX_FEE_BLOCKS}`
  const isFew = !isGiven(percentiles) || (Array.isArray(percentiles) && percentiles.length <= MAX_PERCENTILES)
  return isFew ? undefined : `2: must be an array of at most ${MAX_PERCENTILES} percentiles`
}

const proof: Check = ([, keys]) =>
  Array.isArray(keys) && keys.length <= MAX_PROOF_KEYS
    ? undefined
    : `1: must be an array of at most ${MAX_PROOF_KEYS} storage keys`

const TAGS: readonly unknown[] = ['earliest', 'latest', 'safe', 'finalized', 'pending']
const isBlock = (value: unknown): boolean => !isGiven(value) || TAGS.includes(value) || quantity(value) !== undefined

const FILTER = ['address', 'topics', 'blockHash', 'fromBlock', 'toBlock']

/** The size of a filter; how many blocks it covers may depend on where the chain stands. */
const filter: Check = ([given]) => {
  if (!isRecord(given)) return '0: must be a filter object'
  // Nodes differ in what they make of other members, and of other spellings of these.
  const unknown = Object.keys(given).find((name) => !FILTER.includes(name))
  if (unknown !== undefined) return `0: must have only the members ${FILTER.join(', ')}`
  const { address, topics, blockHash } = given
  const wrong = ['fromBlock', 'toBlock'].find((name) => !isBlock(given[name]))
  if (wrong !== undefined)
    return `0.${wrong}: must be a number (0x and hex digits), or earliest, latest, safe, finalized or pending`
  if (isGiven(blockHash) && (isGiven(given['fromBlock']) || isGiven(given['toBlock'])))
    return '0.blockHash: must not be combined with fromBlock or toBlock'
  const most = (value: unknown, length: number) => !Array.isArray(value) || value.length <= length
  if (!most(address, MAX_ADDRESSES)) return `0.address: must be at most ${MAX_ADDRESSES} addresses`
  if (topics === undefined || topics === null) return undefined
  if (!Array.isArray(topics) || topics.length > MAX_TOPICS || !topics.every((topic) => most(topic, MAX_ADDRESSES)))
    return `0.topics: must be an array of at most ${MAX_TOPICS}, each with at most ${MAX_ADDRESSES} alternatives`
  return undefined
}

/** The methods that are passed on, and what is checked of their parameters before; names are compared exactly. */
const ALLOWED: ReadonlyMap<string, Check> = new Map([
  ['eth_chainId', any],
  ['eth_blockNumber', any],
  ['eth_getBalance', any],
  ['eth_getCode', any],
  ['eth_getStorageAt', any],
  ['eth_getTransactionCount', any],
  ['eth_call', any],
  ['eth_estimateGas', any],
  ['eth_createAccessList', any],
  ['eth_gasPrice', any],
  ['eth_maxPriorityFeePerGas', any],
  ['eth_feeHistory', feeHistory],
  ['eth_getBlockByNumber', any],
  ['eth_getBlockByHash', any],
  ['eth_getBlockReceipts', any],
  ['eth_getTransactionByHash', any],
  ['eth_getTransactionReceipt', any],
  ['eth_getLogs', filter],
  ['eth_getProof', proof],
  ['eth_syncing', any],
  ['net_version', any],
  ['web3_clientVersion', any],
])

export const ALLOWED_METHODS: readonly string[] = [...ALLOWED.keys()]

/** The check of the parameters of a method; undefined for one that is not passed on. */
export const checkOf = (method: string): Check | undefined => ALLOWED.get(method)
