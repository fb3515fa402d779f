import * as z from 'zod'
import { TRUE_OR_FALSE } from './wording.ts'

type Checksum = (address: `0x${string}`) => `0x${string}` | undefined

let checksum: Checksum = (address) => address

/**
 * Makes every schema check and checksum its addresses (EIP-55) with a function that returns undefined for a wrong
 * checksum. The pipeline calls this; the contract itself hashes nothing and, without it, checks only their form.
 */
export const checkAddressesBy = (check: Checksum): void => {
  checksum = check
}

/** Marks the issue of an address whose checksum is wrong. */
export const WRONG_CHECKSUM = 'wrong_checksum'

/** Fault of a text that is not an address. For a name or symbol it says which operation finds the address. */
export const addressFault = ({ input }: { readonly input?: unknown }): string =>
  typeof input === 'string' && /^[^0]/.test(input)
    ? `${AN_ADDRESS}; for a name or symbol, ${FINDS_ADDRESSES} (GET /v1/resolve?q=…) finds it`
    : AN_ADDRESS
const AN_ADDRESS = 'must be an address: 0x and 40 hex digits'
export const FINDS_ADDRESSES = 'resolveName'

/** A 20-byte address. A mixed-case one must carry its EIP-55 checksum; the parsed address has one. */
export const EvmAddress = z
  .string()
  .regex(/^0x[a-fA-F0-9]{40}$/, { error: addressFault })
  .transform((text, context) => {
    const address = checksum(`0x${text.slice(2)}`)
    if (address !== undefined) return address
    context.addIssue({
      code: 'custom',
      params: { kind: WRONG_CHECKSUM },
      message: 'the mixed-case checksum (EIP-55) is wrong; correct the address, or send it in lower case',
    })
    return z.NEVER
  })
  .meta({
    id: 'EvmAddress',
    pattern: '^0x[a-fA-F0-9]{40}$',
    description: '20-byte address in hex, in lower case or with an EIP-55 checksum',
    example: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  })

/** The body of every 4xx and 5xx: exactly these two properties. */
export const ErrorEnvelope = z
  .strictObject({
    success: z.literal(false),
    error: z.string().meta({
      description:
        'A stable code in snake_case, then ": " and what is wrong and what to change, if there is more to say',
      example: 'invalid_request: address: must be an address: 0x and 40 hex digits',
    }),
  })
  .meta({ id: 'ErrorEnvelope' })

/** Any JSON object. */
export const AgentJsonPayload = z
  .looseObject({})
  .meta({ id: 'AgentJsonPayload', type: 'object', additionalProperties: true })

/** A non-negative integer in base units as a decimal string (uint256 does not fit a JSON number). */
export const Amount = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,77})$/, 'must be a decimal integer string without sign or leading zeros')
  .meta({ id: 'Amount', description: 'Integer in base units as a decimal string', example: '1000000000000000000' })

/** A signed integer as a decimal string. */
export const SignedAmount = z
  .string()
  .regex(/^(0|-?[1-9][0-9]{0,77})$/)
  .meta({ id: 'SignedAmount', description: 'Signed integer as a decimal string', example: '-1' })

/** The chain that an answer is about. */
export const ChainId = z
  .int()
  .meta({ id: 'ChainId', description: 'EIP-155 id of the chain that this deployment serves', example: 31337 })

/** The block at which every value of an answer was read. */
export const AsOf = z
  .object({
    chainId: ChainId,
    blockNumber: Amount.meta({ description: 'Block number, as a decimal string', example: '23456789' }),
    blockHash: z.string().optional().describe('Block hash, 32 bytes in hex; absent if the source does not provide it'),
    timestamp: z.int().meta({ description: 'Time of the block, in unix seconds', example: 1780000000 }),
    source: z
      .enum(['rpc', 'index', 'stale'])
      .describe(
        'rpc: read from a node; index: read from the log index; stale: the last good answer, because no node could be read',
      ),
    behindBlocks: z
      .int()
      .optional()
      .describe('Blocks that the log index is behind the newest block; absent unless source is index'),
  })
  .meta({ id: 'AsOf', description: 'Block of the chain that every value of the answer was read at' })

/** Digits in a query string, as a number within the bounds. */
export const queryInteger = (bounds: { min: number; max?: number; example?: number; description?: string }) =>
  z
    .string()
    .regex(/^[0-9]{1,15}$/, 'must be a non-negative integer')
    .transform(Number)
    .refine((n) => n >= bounds.min && n <= (bounds.max ?? Number.MAX_SAFE_INTEGER), {
      error: `must be between ${bounds.min} and ${bounds.max ?? Number.MAX_SAFE_INTEGER}`,
    })
    .meta({
      type: 'integer',
      minimum: bounds.min,
      ...(bounds.max === undefined ? {} : { maximum: bounds.max }),
      ...(bounds.example === undefined ? {} : { example: bounds.example }),
      ...(bounds.description === undefined ? {} : { description: bounds.description }),
    })

/** `limit=0` means the same everywhere: a list has pages of one item or more, so the smallest page is meant. */
export const atLeastOne = (limit: number): number => Math.max(1, limit)

/** How many items a list answers at most. More than `max` is refused, or `clamped` to it. */
export const limitInQuery = (bounds: { of: string; max: number; preset: number; clamped?: true; example?: number }) => {
  const { of, max, preset, clamped, example = preset } = bounds
  return z
    .string()
    .regex(/^[0-9]{1,15}$/, 'must be a non-negative integer')
    .transform(Number)
    .refine((n) => clamped || n <= max, { error: `must be between 0 and ${max}` })
    .transform((n) => Math.min(max, atLeastOne(n)))
    .default(preset)
    .meta({
      type: 'integer',
      minimum: 0,
      ...(clamped ? {} : { maximum: max }),
      default: preset,
      example,
      description: `${of}, 1 to ${max}; 0 counts as 1${clamped ? `, more as ${max}` : ''}`,
    })
}

/** A boolean of a query string: `true` or `1`, `false` or `0`; Python writes `True` and `False`. */
export const flagInQuery = (preset: boolean, description: string) =>
  z
    .string()
    .regex(/^([Tt]rue|[Ff]alse|1|0)$/, TRUE_OR_FALSE)
    .transform((text) => text.toLowerCase() === 'true' || text === '1')
    .default(preset)
    .meta({ type: 'boolean', default: preset, description })

/** Every read of the chain accepts it; the pipeline applies it, and the handler never sees it. */
export const minBlock = queryInteger({
  min: 0,
  example: 200,
  description:
    'Oldest block to answer as of, for example that of your transaction. If the node, or the log index where needed, has not reached it, the answer is 503 behind_requested_block',
}).optional()

/**
 * For a read whose answer is the state of the chain at one block alone; the document marks it by `x-block`. The pipeline applies it,
 * any other read refuses it.
 */
export const block = queryInteger({
  min: 0,
  example: 200,
  description:
    'Block to answer as of instead of the newest; not together with `minBlock`. If no node has reached it, the answer is 503 behind_requested_block; if none keeps its state, 503 state_not_available',
}).optional()

/** `?chain=`: the configured chain only; another id is 400 unsupported_chain. */
export const chain = queryInteger({
  min: 1,
  example: 31337,
  description: 'Chain id; only the configured chain is served',
}).optional()

/** For the document: exactly one of these fields must be present. The handler refuses the rest. */
export const exactlyOneOf = (...names: readonly string[]) => ({ oneOf: names.map((name) => ({ required: [name] })) })

/** The data of an answer whose values are read at one block, by its name in the document. */
export const atOneBlock = <const S extends z.ZodRawShape>(name: string, fields: S) =>
  z.object({ chainId: ChainId, asOf: AsOf, ...fields }).meta({ id: name })

/** `{success:true,data}` around a data schema. */
export const envelope = <T extends z.ZodType>(data: T) => z.object({ success: z.literal(true), data })

/** The responses of an operation that answers data in an envelope. */
export const answers = <T extends z.ZodType>(description: string, data: T) => ({
  200: { description, content: { 'application/json': { schema: envelope(data) } } },
})

/** Longest signature of a wallet: leaves room for one that includes a factory call (ERC-6492). */
export const MAX_SIGNATURE_BYTES = 4096
