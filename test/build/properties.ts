import * as fc from 'fast-check'
import { FunctionFragment, Interface } from 'ethers'
import { getAddress, type Address } from 'viem'
import { expect } from 'vitest'
import { type BuildContext, createBuildContext } from '../../functions/build/context.ts'
import { createChain } from '../../shared/chain/chain.ts'
import { type ChainConfig, parseChainConfig } from '../../shared/chain/config.ts'
import { createRpc } from '../../shared/chain/rpc.ts'
import type { BytesAnswer, JsonAnswer } from '../../shared/http/handler.ts'
import { Memory } from '../../shared/cache/Memory.ts'
import { soak } from '../support/soak.ts'
import { sessionOf } from '../support/sessionOf.ts'

/** The sender of a request that names none. */
export const SENDER: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

interface Nodes extends Pick<ChainConfig, 'contracts'>, Partial<Pick<ChainConfig, 'demoVaults'>> {
  /** Without any the calldata is made from the request alone. */
  readonly urls?: readonly string[]
}

/** The context of builders over these nodes and contracts. */
export function contextOver({ urls = [], ...config }: Nodes): BuildContext {
  const baseUrl = 'https://api.example.com/api'
  return createBuildContext({
    chain: createChain(parseChainConfig({ chainId: 31337, ...config }), createRpc({ urls })),
    now: Date.now,
    memory: new Memory(Date.now),
    baseUrl,
    appUrl: baseUrl,
    trustedOrigins: new Set<string>(),
  })
}

/** A handler's input: a body as the schema gives it, and SENDER as the one who asks. */
export const given = <B>(body: B) => ({
  body,
  principal: sessionOf(SENDER),
  params: undefined,
  query: undefined,
  request: new Request('https://api.example.com'),
  waitUntil: () => undefined,
})

export function toData<D>(answer: JsonAnswer<D> | BytesAnswer): D {
  if ('bytes' in answer) throw new Error('the answer is no JSON')
  return answer.data
}

/** Addresses with their checksum, as the schema gives them; never the zero address. */
export const addresses: fc.Arbitrary<Address> = fc
  .bigInt({ min: 1n, max: 2n ** 160n - 1n })
  .map((value) => getAddress(`0x${value.toString(16).padStart(40, '0')}`))

/** Integers between two bounds, both included: small, large and at the bounds more often than chance has it. */
export const integers = (min: bigint, max: bigint): fc.Arbitrary<bigint> => fc.bigInt({ min, max })

type Value = string | bigint | boolean | readonly Value[]

/** The call that a builder must answer. */
export interface Meaning {
  readonly to: Address
  /** With the names of the parameters: `lock(address token, uint256 amount, uint256 duration)`. */
  readonly signature: string
  readonly values: readonly Value[]
  /** Wei; none by default. */
  readonly value?: bigint
  /** Words that the sentence must name; by default `to` and every address and integer among the values. */
  readonly mentions?: readonly string[]
  /** The form of the sentence. */
  readonly says?: RegExp
}

interface Call {
  readonly to: string
  readonly data: string
  readonly value: string
  readonly function: string
  readonly args: unknown
  readonly description: string
}

/** The part of a builder's answer that says what is sent. */
interface Answered extends Call {
  readonly approvals: readonly Call[]
  readonly calls: { readonly calls: readonly { readonly to: string; readonly data: string; readonly value: string }[] }
}

/**
 * Fails unless a call is what it is meant to be by another library's encoder: decoding its bytes gives the values back,
 * its named arguments and its function are theirs, and its sentence names every amount and address, and has its form.
 */
export function expectCall(call: Call, { to, signature, values, value = 0n, mentions, says = /./ }: Meaning): void {
  const fragment = FunctionFragment.from(`function ${signature}`)
  const abi = new Interface([fragment])
  expect(call.data).toBe(abi.encodeFunctionData(fragment, values))
  expect(abi.decodeFunctionData(fragment, call.data).toArray(true)).toEqual(values)
  expect(call).toMatchObject({ to, value: String(value), function: fragment.format('sighash') })
  expect(call.args).toEqual(Object.fromEntries(fragment.inputs.map(({ name }, i) => [name, toJson(values[i])])))
  const names = namesIn(call.description)
  expect((mentions ?? [to, ...values.flatMap(named)]).filter((part) => !names.has(part))).toEqual([])
  expect(call.description).toMatch(says)
}

interface Property<B> {
  readonly requests: fc.Arbitrary<B>
  readonly build: (body: B) => Promise<JsonAnswer<Answered> | BytesAnswer>
  readonly means: (body: B) => Meaning & { readonly approvals?: readonly Meaning[] }
  /** In the long form (soak); a fifth of them otherwise. */
  readonly runs?: number
}

/**
 * Fails when one of many random requests is not built as it is meant (see expectCall), its approvals first. The
 * report names the smallest such request that was found, and the seed that finds it again.
 */
export const expectEachCall = <B>({ requests, build, means, runs = 1000 }: Property<B>): Promise<void> =>
  fc.assert(
    fc.asyncProperty(requests, async (body) => {
      const answer = toData(await build(body))
      const { approvals = [], ...action } = means(body)
      expectCall(answer, action)
      expect(answer.approvals).toHaveLength(approvals.length)
      approvals.forEach((approval, i) => {
        const made = answer.approvals[i]
        if (made) expectCall(made, approval)
      })
      expect(answer.calls.calls).toEqual(
        [...answer.approvals, answer].map(({ to, data, value }) => ({
          to,
          data,
          value: `0x${BigInt(value).toString(16)}`,
        })),
      )
    }),
    { numRuns: soak(Math.ceil(runs / 5), runs) },
  )

function toJson(value: Value | undefined): unknown {
  if (typeof value === 'bigint') return String(value)
  return typeof value === 'object' ? value.map(toJson) : value
}

function named(value: Value): string[] {
  if (typeof value === 'bigint') return [String(value)]
  if (typeof value === 'string') return /^0x[0-9a-fA-F]{40}$/.test(value) ? [value] : []
  return typeof value === 'boolean' ? [] : value.flatMap(named)
}

/** Words and numbers of a sentence, so that 1 is not found in 10 or in an address. */
const namesIn = (sentence: string): Set<string> =>
  new Set(sentence.match(/[0-9]+(?:\.[0-9]+)?(?![0-9a-zA-Z])|[\p{L}0-9]+/gu))
