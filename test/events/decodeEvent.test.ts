import {
  bytesToBigInt,
  bytesToHex,
  decodeEventLog,
  encodeAbiParameters,
  pad,
  parseAbi,
  toEventSelector,
  type Abi,
  type AbiParameter,
  type Hex,
} from 'viem'
import { expect, test } from 'vitest'
import { uniswapV3PoolAbi } from '../../shared/abi/uniswapV3.ts'
import { identityRegistryEventsAbi } from '../../shared/domain/agents/identityRegistryEventsAbi.ts'
import { reputationRegistryAbi } from '../../shared/domain/agents/registryAbis.ts'
import { lotteryResultAbi } from '../../shared/domain/lottery/lotteryEventsAbi.ts'
import { decodeEvent, topicsOf } from '../../shared/events/decodeEvent.ts'
import { seeded } from '../support/seeded.ts'

const ABIS: readonly Abi[] = [
  uniswapV3PoolAbi,
  identityRegistryEventsAbi,
  reputationRegistryAbi,
  lotteryResultAbi,
  parseAbi([
    'event Nothing()',
    'event Hashed(string indexed text, uint256[] indexed list, bytes indexed data, bytes4 kept)',
    'event Nested((uint8 a, string b)[] parts, bytes data, bool isSo)',
  ]),
]

const random = seeded('decodeEvent')

/** Some value of a type. */
function valueOf({ type, ...parameter }: AbiParameter): unknown {
  const list = /^(.*)\[\]$/.exec(type)
  if (list) return Array.from({ length: random.below(3) }, () => valueOf({ ...parameter, type: list[1] ?? '' }))
  if (type === 'tuple' && 'components' in parameter)
    return Object.fromEntries(parameter.components.map((own) => [own.name, valueOf(own)]))
  if (type === 'string') return 'ä'.repeat(random.below(40))
  if (type === 'bool') return random.below(2) === 1
  if (type === 'address') return random.account().address
  if (type === 'bytes') return bytesToHex(random.bytes(random.below(70)))
  const [, kind, size = '256'] = /^(u?int|bytes)(\d*)$/.exec(type) ?? []
  if (kind === 'bytes') return bytesToHex(random.bytes(Number(size)))
  const value = bytesToBigInt(random.bytes(Number(size) / 8))
  return kind === 'int' ? BigInt.asIntN(Number(size), value) : value
}

const isHashed = ({ type }: AbiParameter) => ['string', 'bytes'].includes(type) || type.endsWith(']')

/** Logs of every event of an ABI. */
const logsOf = (abi: Abi) =>
  abi.flatMap((event) => {
    if (event.type !== 'event') return []
    const indexed = event.inputs.filter((input) => input.indexed)
    const rest = event.inputs.filter((input) => !input.indexed)
    const word = (input: AbiParameter): Hex =>
      isHashed(input) ? bytesToHex(random.bytes(32)) : encodeAbiParameters([input], [valueOf(input)])
    const topics: [Hex, ...Hex[]] = [toEventSelector(event), ...indexed.map(word)]
    return [{ topics, data: encodeAbiParameters(rest, rest.map(valueOf)) }]
  })

const byViem = (abi: Abi, log: { topics: [Hex, ...Hex[]]; data: Hex }) => {
  try {
    return decodeEventLog({ abi, ...log })
  } catch {
    return null
  }
}

test('decodes every event as viem does', () => {
  for (const abi of ABIS)
    for (let i = 0; i < 20; i++)
      for (const log of logsOf(abi)) {
        const decoded = decodeEvent(abi, log)
        expect(decoded).toEqual(byViem(abi, log))
        expect(decoded).not.toBeNull()
      }
})

test('logs that do not match are null, as viem refuses them', () => {
  for (const abi of ABIS)
    for (const { topics, data } of logsOf(abi)) {
      const [signature, ...others] = topics
      const cut = `0x${data.slice(2, -64)}` as const
      for (const log of [
        { topics: [signature, ...others.slice(1)] satisfies [Hex, ...Hex[]], data },
        { topics, data: cut },
        { topics, data: pad('0x', { size: data.length / 2 - 1 }) },
        { topics, data: '0x' as const },
        { topics: [pad('0x01')] satisfies [Hex], data },
      ])
        expect(decodeEvent(abi, log)).toEqual(byViem(abi, log))
    }
})

test('a topic that is not a word matches nothing', () => {
  for (const abi of ABIS)
    for (const { topics, data } of logsOf(abi)) {
      const [signature, ...others] = topics
      const short = others.map((topic) => `0x${topic.slice(4)}` as const)
      if (short.length > 0) expect(decodeEvent(abi, { topics: [signature, ...short], data })).toBeNull()
    }
})

test('the signatures of an ABI come in its order', () => {
  const events = reputationRegistryAbi.filter(({ type }) => type === 'event')
  expect(topicsOf(reputationRegistryAbi)).toEqual(events.map((event) => toEventSelector(event)))
})
