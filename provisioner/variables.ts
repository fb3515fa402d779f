import { isAddress as isSvmAddress, type Address as SvmAddress } from '@solana/kit'
import { isAddress, type Address } from 'viem'
import { z } from 'zod'
import { DEPLOY_ENVS } from '../schema/provisioner.ts'
import { BRIDGES } from './bridges.ts'

/** Items separated by commas or blanks. */
const split = (text: string): string[] => text.split(/[\s,]+/).filter((item) => item !== '')

export const list = z.string().default('').transform(split)

export const listOf = <T>(item: z.ZodType<T>, error: string, fallback: readonly string[] = []) =>
  z
    .string()
    .default(fallback.join(','))
    .transform((text, context) =>
      split(text).flatMap((part) => {
        const parsed = item.safeParse(part)
        if (parsed.success) return [parsed.data]
        context.addIssue({ code: 'custom', message: error })
        return []
      }),
    )

/** `1`, `true`, `yes`, `on` and their opposites. */
export const flag = (fallback: boolean) =>
  z
    .stringbool({ truthy: ['1', 'true', 'yes', 'on'], falsy: ['0', 'false', 'no', 'off'], error: 'wants 1 or 0' })
    .default(fallback)

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `wants an integer from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `wants an integer from ${min} to ${max}`)

/** An integer within bounds. */
export function digits(min: number, max: number, fallback: number): z.ZodDefault<ReturnType<typeof whole>>
export function digits(min: number, max: number): ReturnType<typeof whole>
export function digits(min: number, max: number, fallback?: number) {
  return fallback === undefined ? whole(min, max) : whole(min, max).default(fallback)
}

const isHttp = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

export const url = z.string().refine(isHttp, 'wants an http or https URL')
export const urls = listOf(url, 'wants http or https URLs')

/** A JSON object of names and what `inner` says of each. */
const json = <T extends z.ZodType>(inner: T, error: string) =>
  z
    .string()
    .default('{}')
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message: error })
        return z.NEVER
      }
    })
    .pipe(inner)

/** Further payers: a name for requests, and the file of the key pair or its 64 bytes. */
export const payers = json(
  z.record(z.string().regex(/^[A-Za-z0-9_]{1,64}$/), z.string(), { error: 'wants a JSON object of name to key pair' }),
  'wants a JSON object of name to key pair',
)

const BridgeChange = z.strictObject({
  chainId: z.int().positive().optional(),
  bridge: z
    .custom<Address>((value) => typeof value === 'string' && isAddress(value), { error: 'no address' })
    .optional(),
  program: z
    .custom<SvmAddress>((value) => typeof value === 'string' && isSvmAddress(value), { error: 'no public key' })
    .optional(),
})

/** The bridges by deployEnv, with what this deployment changes of the public ones. */
export const bridges = json(
  z.partialRecord(z.enum(DEPLOY_ENVS), BridgeChange, { error: 'wants a JSON object by deployEnv' }),
  'wants a JSON object by deployEnv: chainId, bridge, program',
).transform((changes) => ({
  mainnet: { ...BRIDGES.mainnet, ...defined(changes.mainnet) },
  'testnet-prod': { ...BRIDGES['testnet-prod'], ...defined(changes['testnet-prod']) },
  'testnet-alpha': { ...BRIDGES['testnet-alpha'], ...defined(changes['testnet-alpha']) },
}))

/** Without the properties that are there and undefined, which would hide the public value. */
const defined = ({ chainId, bridge, program }: z.infer<typeof BridgeChange> = {}) => ({
  ...(chainId === undefined ? {} : { chainId }),
  ...(bridge === undefined ? {} : { bridge }),
  ...(program === undefined ? {} : { program }),
})
