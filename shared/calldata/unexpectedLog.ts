import { isAddressEqual, size, sliceHex, toEventSelector, zeroAddress, type Address, type Hex } from 'viem'
import type { Issue } from '../../schema/issues.ts'
import { addressIn } from '../abi/wordAt.ts'
import { TRANSFER } from '../domain/token/shareTokenAbi.ts'
import type { SimulatedLog } from './Attempt.ts'
import type { Change, Effect } from './changes.ts'

export const unexpected = (message: string): Issue => ({ code: 'unexpected_effect', message })

/** Events of ERC-20, ERC-721, ERC-1155 and Permit2 by which an account gives something away. */
const topics = () =>
  (made ??= {
    approval: toEventSelector('Approval(address,address,uint256)'),
    approvalForAll: toEventSelector('ApprovalForAll(address,address,bool)'),
    permit2: toEventSelector('Approval(address,address,address,uint160,uint48)'),
    single: toEventSelector('TransferSingle(address,address,address,uint256,uint256)'),
    batch: toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])'),
  })
type Topic = 'approval' | 'approvalForAll' | 'permit2' | 'single' | 'batch'
let made: { readonly [name in Topic]: Hex } | undefined

interface Explained {
  readonly target: Address
  readonly accounts: readonly Address[]
  readonly changes: readonly Change[]
  readonly payees: readonly Address[]
}

/**
 * Issues of a log that the request does not explain: tokens of one of its accounts that no change declares or that go to
 * somebody else, and an allowance for somebody else. Anyone can emit a log, so it only ever adds doubt.
 */
export function unexpectedLog(log: SimulatedLog, { target, accounts, changes, payees }: Explained): Issue[] {
  const { address: contract } = log
  const [topic, ...indexed] = log.topics
  const { approval, approvalForAll, permit2, single, batch } = topics()
  // Early tokens index fewer of the same arguments.
  const [first, second, third, fourth] = argumentsOf(log)
  const isPiece = indexed.length === 3
  // ERC-1155 names the operator first.
  const isMulti = topic === single || topic === batch
  const from = addressIn(isMulti ? second : first)
  if (!from || !accounts.some((account) => isAddressEqual(account, from))) return []
  const has = (kind: Effect['kind'], token: Address, spender?: Address) =>
    changes.some(
      (change) =>
        change.kind === kind &&
        isAddressEqual(change.contract, token) &&
        isAddressEqual(change.address, from) &&
        (spender === undefined || (change.spender !== undefined && isAddressEqual(change.spender, spender))),
    )
  if (topic === TRANSFER) {
    const to = addressIn(second)
    const amount = isPiece ? 1n : numberIn(third)
    if (!to || amount === 0n || isAddressEqual(to, from)) return []
    // A receipt, such as the voting power of a lock, which the contract that is called takes back.
    if (to === zeroAddress && isAddressEqual(contract, target)) return []
    if (!has('token', contract))
      return [
        unexpected(
          `${from} loses ${isPiece ? `token ${numberIn(third)}` : unitsOf(amount)} of ${contract} to ${to}, which the request does not explain`,
        ),
      ]
    if ([zeroAddress, contract, ...payees].some((payee) => isAddressEqual(payee, to))) return []
    return [unexpected(`${unitsOf(amount)} of ${contract} go from ${from} to ${to}, which the request does not name`)]
  }
  if (isMulti) {
    const to = addressIn(third)
    return !to || isAddressEqual(to, from)
      ? []
      : [unexpected(`${from} loses tokens of ${contract} (ERC-1155) to ${to}, which the request does not explain`)]
  }
  const isPermit = topic === permit2
  const [token, spender] = isPermit ? [addressIn(second), addressIn(third)] : [contract, addressIn(second)]
  if (!token || !spender || spender === zeroAddress) return []
  if (topic === approval && isPiece)
    return [unexpected(`${from} allows ${spender} to move token ${numberIn(third)} of ${contract}`)]
  const amount = numberIn(isPermit ? fourth : third)
  if (amount === 0n) return []
  if (
    (topic === approval && !has('allowance', token, spender)) ||
    (isPermit && !has('permit2_allowance', token, spender))
  )
    return [
      unexpected(
        `${from} allows ${spender} to spend ${unitsOf(amount)} of ${token}, which the request does not explain`,
      ),
    ]
  if (topic === approvalForAll) return [unexpected(`${from} allows ${spender} to move all its tokens of ${contract}`)]
  return []
}

/** The first four arguments of an event, each one word: those that are indexed, then the others. */
const argumentsOf = ({ topics: [, ...indexed], data }: SimulatedLog): Hex[] => {
  const words = [0, 32, 64, 96].flatMap((at) => (size(data) < at + 32 ? [] : sliceHex(data, at, at + 32)))
  return [...indexed, ...words].slice(0, 4)
}

const numberIn = (word: Hex | undefined): bigint | null => (word === undefined ? null : BigInt(word))

const unitsOf = (amount: bigint | null): string => (amount === null ? 'an unknown amount' : `${amount} base units`)
