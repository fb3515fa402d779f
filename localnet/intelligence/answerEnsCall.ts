import {
  bytesToString,
  concat,
  decodeFunctionData,
  encodeErrorResult,
  encodeFunctionResult,
  hexToBytes,
  isAddressEqual,
  keccak256,
  parseAbi,
  stringToBytes,
  zeroAddress,
  type Hex,
} from 'viem'
import { namehash } from 'viem/ens'
import { ENS_UNIVERSAL_RESOLVER } from '../../shared/chain/networks/ens.ts'
import type { KnownWallets } from './KnownWallets.ts'

const universalResolver = parseAbi([
  'function reverseWithGateways(bytes reverseName, uint256 coinType, string[] gateways) view returns (string, address, address)',
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)',
  'error ResolverNotFound(bytes name)',
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])
const resolver = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function text(bytes32 node, string key) view returns (string)',
  'function name(bytes32 node) view returns (string)',
])

/** A call that reverts, with the data of its error. */
export class Reverted extends Error {
  readonly data: Hex

  constructor(data: Hex) {
    super('execution reverted')
    this.data = data
  }
}

/** A contract of ENS on Ethereum, or the resolver of basenames on Base; a name that is not there reverts as theirs do. */
export function answerEnsCall(known: KnownWallets, chainId: number, { to, data }: { to: Hex; data: Hex }): Hex {
  if (chainId !== 1) return answerBase(known, data)
  if (!isAddressEqual(to, ENS_UNIVERSAL_RESOLVER)) return '0x'
  const { functionName, args } = decodeFunctionData({ abi: universalResolver, data })
  if (functionName === 'reverseWithGateways') {
    const [account] = args
    const claimed = known.ens.find(({ owner, claimedBy = owner }) => claimedBy.toLowerCase() === account)
    if (!claimed) throw notFound(account)
    if (claimed.gateway !== undefined) throw elsewhere(to, claimed.gateway)
    return encodeFunctionResult({
      abi: universalResolver,
      functionName,
      result: [claimed.name, zeroAddress, zeroAddress],
    })
  }
  const name = nameOf(args[0])
  const found = known.ens.find((one) => one.name === name)
  if (!found) throw notFound(args[0])
  const record = decodeFunctionData({ abi: resolver, data: args[1] })
  const result =
    record.functionName === 'text'
      ? encodeFunctionResult({ abi: resolver, functionName: 'text', result: found.texts?.[record.args[1]] ?? '' })
      : encodeFunctionResult({ abi: resolver, functionName: 'addr', result: found.owner })
  return encodeFunctionResult({ abi: universalResolver, functionName, result: [result, zeroAddress] })
}

function answerBase(known: KnownWallets, data: Hex): Hex {
  const { functionName, args } = decodeFunctionData({ abi: resolver, data })
  if (functionName === 'addr') {
    const found = known.basenames.find(({ name }) => namehash(name) === args[0])
    return encodeFunctionResult({ abi: resolver, functionName, result: found?.owner ?? zeroAddress })
  }
  const claimed = known.basenames.find(({ owner, claimedBy = owner }) => reverseNode(claimedBy) === args[0])
  return encodeFunctionResult({ abi: resolver, functionName: 'name', result: claimed?.name ?? '' })
}

/** ENSIP-19: `<address in lower case>.<coin type in hex>.reverse`. */
const reverseNode = (address: string): Hex =>
  keccak256(concat([namehash('80002105.reverse'), keccak256(stringToBytes(address.slice(2).toLowerCase()))]))

const notFound = (name: Hex) =>
  new Reverted(encodeErrorResult({ abi: universalResolver, errorName: 'ResolverNotFound', args: [name] }))

const elsewhere = (sender: Hex, gateway: string) =>
  new Reverted(
    encodeErrorResult({
      abi: universalResolver,
      errorName: 'OffchainLookup',
      args: [sender, [gateway], '0x12', '0x12345678', '0x'],
    }),
  )

/** A name from its DNS form (RFC 1035 section 3.1). */
function nameOf(packet: Hex): string {
  const bytes = hexToBytes(packet)
  const labels: string[] = []
  for (let at = 0; at < bytes.length;) {
    const length = bytes[at] ?? 0
    if (length === 0) break
    labels.push(bytesToString(bytes.slice(at + 1, at + 1 + length)))
    at += 1 + length
  }
  return labels.join('.')
}
