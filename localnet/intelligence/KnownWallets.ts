import { type Address, type Hash, keccak256, stringToHex } from 'viem'

/** The first transfer to an account. */
export interface Funding {
  readonly from: Address
  readonly txHash: Hash
  readonly blockNumber: number
  /** Unix seconds. */
  readonly timestamp: number
}

export interface Name {
  readonly name: string
  /** The address that the name resolves to. */
  readonly owner: Address
  /** The wallet that uses it as its primary name; the owner by default. */
  readonly claimedBy?: Address
  readonly texts?: Readonly<Record<string, string>>
  /** URL of the gateway with its records, if they are not on chain (ERC-3668). */
  readonly gateway?: string
}

export interface Holding {
  readonly symbol: string
  readonly chain: string
  readonly value: number | null
  readonly address?: Address | null
  readonly protocol?: string
  readonly type?: string
}

export interface Movement {
  readonly hash: Hash
  readonly chain: string
  readonly type: string
  readonly symbol: string
  readonly direction: 'in' | 'out'
  /** Unix seconds. */
  readonly timestamp: number
  readonly other: Address
}

export interface Account {
  readonly handle: string
  readonly address: Address
  readonly name?: string
  readonly score?: number
  /** Another’s account, which the wallet merely manages. */
  readonly isManaged?: boolean
}

/** A table by address, and by chain where that matters. */
function table<T>() {
  const values = new Map<string, T>()
  const key = (address: string, chainId = 0) => `${chainId}:${address.toLowerCase()}`
  return {
    get: (address: string, chainId?: number): T | undefined => values.get(key(address, chainId)),
    set: (address: string, value: T, chainId?: number): void => void values.set(key(address, chainId), value),
    find: (matches: (value: T) => boolean): T | undefined => [...values.values()].find(matches),
  }
}

/** The data about wallets that the stand-ins for providers serve. */
export class KnownWallets {
  readonly fundings = table<Funding>()
  readonly tags = table<{ readonly name: string; readonly labels: readonly string[] }>()
  readonly entities = table<{ readonly name: string; readonly type: string; readonly label?: string }>()
  readonly code = table<`0x${string}`>()
  readonly ens = table<Name>()
  readonly basenames = table<Name>()
  readonly holdings = table<readonly Holding[]>()
  readonly movements = table<readonly Movement[]>()
  readonly accounts = table<readonly Account[]>()

  /** An account was first funded by another, on Base by default. */
  fund(
    account: Address,
    from: Address,
    { chainId = 8453, ...how }: Partial<Omit<Funding, 'from'>> & { readonly chainId?: number } = {},
  ): void {
    const { blockNumber = 1000, txHash = keccak256(stringToHex(`${chainId}:${account}:${from}`)) } = how
    const timestamp = how.timestamp ?? 1_700_000_000 + blockNumber
    this.fundings.set(account, { from, txHash, blockNumber, timestamp }, chainId)
  }
}
