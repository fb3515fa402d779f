import type { RpcCall, RpcReply } from '../../chain/RpcCall.ts'
import { isAddressEqual, type Address } from 'viem'
import { multiOwnableAbi } from '../../abi/multiOwnable.ts'
import type { Describe, Resolved, Shape } from '../../chain/calls.ts'
import type { AsOf, Chain } from '../../chain/chain.ts'
import { ApiError, isOutage } from '../../errors/ApiError.ts'
import { invalidToken } from '../../errors/unauthenticated.ts'
import type { Account, AccountStore } from '../../store/accounts.ts'
import type { AccountWallets } from '../../store/accountWallets.ts'
import type { WalletProof } from '../../store/WalletProof.ts'
import { canonicalCswOf } from '../account/canonicalCswOf.ts'
import { isOwnedByKey, keysCalls } from '../account/readOwnership.ts'
import type { Claimant } from './Claimant.ts'
import { accountOf } from './accountOf.ts'
import { claimOf, type Claim } from './claimOf.ts'
import { personOf } from './personOf.ts'
import { readProofs } from './readProofs.ts'

/** Rights of a claimant, as of one block. */
export interface Standing {
  /** The wallet that they act as. */
  readonly address: Address
  /**
   * The account whose data they may read and change, with those of its wallets that count now; null where they act for
   * their wallet only, or have no account.
   */
  readonly account: Account | null
  /** Whether the wallet belongs to an account that they may not read or change. */
  readonly isWalletOnly: boolean
  /** Wallets that they act for: their own first, then the account's that count. */
  readonly wallets: readonly Address[]
}

/** The result of a read, and the caller's standing as of the same block. */
export interface StandingRead<S extends Shape> {
  readonly value: Resolved<S>
  readonly asOf: AsOf
  readonly carried: readonly RpcReply[]
  readonly standing: Standing
  /** The nodes that stand for the caller on a vault with this owner (personOf). */
  readonly personOn: (owner: Address | null) => readonly string[]
}

/**
 * Decides the rights of a proven claimant. Nothing else grants a right because a wallet belongs to an account.
 *
 * A wallet with a key counts once it was proven. A smart wallet counts while its contract confirms the proof, as of the block
 * of the answer. An unreadable part is authority_unknown (503), and changes nothing. A denial refuses this answer only:
 * the link ends when a finalized block says the same (settleLinks).
 */
export interface Authority {
  /**
   * Makes sure that a claimant still is who the credential says. Asks no node about a session of a key. Throws
   * unauthenticated, authority_unknown, store_unavailable.
   */
  confirm(claimant: Claimant): Promise<void>
  /**
   * Current rights of a claimant, by a read of the chain if they depend on it. With `about`, only these of the account's
   * smart wallets are looked at, and the others are left out. Throws what confirm throws.
   */
  standing(claimant: Claimant, about?: readonly Address[]): Promise<Standing>
  /** The same as of the block, and in the upstream request, of another read. Throws what confirm and a chain read throw. */
  read<S extends Shape>(
    claimant: Claimant,
    description: (describe: Describe) => S,
    calls?: readonly RpcCall[],
  ): Promise<StandingRead<S>>
  /**
   * The account that a claimant may read and change. `current`: with those of its wallets that count now. `stored`: with
   * all that are linked; that asks no node about a session of a key. `unlinking`: the same for taking a wallet away, which a
   * hand-off of a key may do without a node too. Throws account_not_found, wallet_session, what confirm throws.
   */
  requireAccount(
    claimant: Claimant,
    wallets: 'stored' | 'current' | 'unlinking',
  ): Promise<{ account: Account; address: Address }>
  /** An account with those of its wallets that count now. Throws authority_unknown. */
  current(account: Account): Promise<Account>
  /** The same for an answer that only shows it: as it is stored, where the chain cannot be read. */
  currentIfKnown(account: Account): Promise<Account>
  /**
   * The same, and whether the canonical smart wallet names a key of the account as its owner, as of the same block; null
   * where the chain cannot be read.
   */
  owned(account: Account): Promise<{ readonly account: Account; readonly ownerVerified: boolean | null }>
  /**
   * The account behind a wallet that another network has shown to be somebody's, and the wallets that somebody acts for. A
   * smart wallet that a person has linked acts for the account only while its owner of record is its only owner: which
   * owner speaks as it is not known. No wallet at all if its link does not count. Throws authority_unknown,
   * store_unavailable.
   */
  behind(wallet: Address): Promise<{ account: Account | null; wallets: readonly Address[] }>
}

interface Parts {
  readonly chain: Chain
  readonly accounts: Pick<AccountStore, 'findByWallet' | 'findById'>
  readonly links: Pick<AccountWallets, 'deny'>
}

type IsConfirmed = (proof: WalletProof) => boolean

/** Proofs that contracts confirmed or denied, and the time of that block. */
interface Look {
  readonly proofs: readonly WalletProof[]
  readonly isConfirmed: IsConfirmed
  /** Unix seconds. */
  readonly time: number
}

export function createAuthority({ chain, accounts, links }: Parts): Authority {
  /** Asks contracts about proofs, in a read of its own; no node where there are none. Throws authority_unknown. */
  async function look(proofs: readonly WalletProof[]): Promise<Look> {
    if (proofs.length === 0) return { proofs, isConfirmed: () => false, time: 0 }
    const { isConfirmed, asOf } = await readProofs(chain, proofs, () => ({}))
    return { proofs, isConfirmed, time: asOf.timestamp }
  }

  /** Records which links of an account were denied, so that they are looked at soon at a finalized block. */
  async function note(account: Account | null, { proofs, time }: Look, counts: IsConfirmed): Promise<void> {
    const denied = account?.proofs.filter((proof) => proofs.includes(proof) && !counts(proof)) ?? []
    if (denied.length > 0) await links.deny(denied, time)
  }

  async function decide(claim: Claim, looked: Look): Promise<Standing> {
    const { address, own, trusted, account: stored } = claim
    const counts = (proof: WalletProof) => looked.isConfirmed(proof) || trusted === proof.wallet
    await note(stored, looked, counts)
    requireAll(own, looked)
    const account = claim.isAccount && stored ? countingOnly(stored, counts, address) : null
    const others = (account?.wallets ?? []).filter((one) => one.address !== address)
    return {
      address,
      account,
      isWalletOnly: stored !== null && !claim.isAccount,
      wallets: [address, ...others.map((one) => one.address)],
    }
  }

  const linksOf = ({ own, account, isAccount, trusted }: Claim, about?: readonly Address[]): WalletProof[] => [
    ...own,
    ...(isAccount && account ? account.proofs : []).filter(
      ({ wallet }) => wallet !== trusted && (about === undefined || about.includes(wallet)),
    ),
  ]

  /** An account with those of its wallets that count, and what else is read of the chain for it. */
  async function readCurrent<S extends Shape>(account: Account, description: (describe: Describe) => S) {
    const proofs = account.proofs.filter(({ wallet }) => wallet !== account.madeBy)
    const { value, asOf, isConfirmed } = await readProofs(chain, proofs, description)
    const counts = (proof: WalletProof) => isConfirmed(proof) || proof.wallet === account.madeBy
    await note(account, { proofs, isConfirmed, time: asOf.timestamp }, counts)
    return { value, account: countingOnly(account, counts, null) }
  }

  async function current(account: Account): Promise<Account> {
    if (account.proofs.every(({ wallet }) => wallet === account.madeBy)) return countingOnly(account, () => true, null)
    return (await readCurrent(account, () => ({}))).account
  }

  /** The readable part of an account; undefined if the chain cannot be read. */
  const ifKnown = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read()
    } catch (error) {
      if (isOutage(error) || (error instanceof ApiError && error.code === 'authority_unknown')) return undefined
      throw error
    }
  }

  return {
    async confirm(claimant) {
      const isDecided = claimant.kind === 'siwa' ? claimant.signedBy !== null : claimant.method === 'key'
      if (isDecided) return
      const { own } = await claimOf(claimant, accounts)
      requireAll(own, await look(own))
    },

    async standing(claimant, about) {
      const claim = await claimOf(claimant, accounts)
      return decide(claim, await look(linksOf(claim, about)))
    },

    async read(claimant, description, calls = []) {
      const claim = await claimOf(claimant, accounts)
      const proofs = linksOf(claim)
      const { signerCalls, signerHints, signersIn } = await import('./readSigners.ts')
      const hints = claim.signed && (await signerHints(claim.signed, chain.config.chainId))
      const both = (describe: Describe) => ({
        own: description(describe),
        signers: hints && signerCalls(describe, hints),
      })
      const { isConfirmed, value, ...read } = await readProofs(chain, proofs, both, calls)
      const keys = hints && value.signers ? await signersIn(hints, value.signers) : claim.key ? [claim.key] : []
      const standing = await decide(claim, { proofs, isConfirmed, time: read.asOf.timestamp })
      return { ...read, value: value.own, standing, personOn: (owner) => personOf(claim, keys, owner) }
    },

    async requireAccount(claimant, wallets) {
      const claim = await claimOf(claimant, accounts)
      const { address, account: stored, isAccount, own, byContract } = claim
      const account = accountOf({ account: isAccount ? stored : null, isWalletOnly: stored !== null })
      if (wallets === 'current') return { account: accountOf(await decide(claim, await look(linksOf(claim)))), address }
      const proofs = wallets === 'unlinking' ? byContract : own
      requireAll(proofs, await look(proofs))
      return { account, address }
    },

    current,

    currentIfKnown: async (account) => (await ifKnown(() => current(account))) ?? account,

    async owned(stored) {
      const wallet = canonicalCswOf(stored)
      if (wallet === null) return { account: (await ifKnown(() => current(stored))) ?? stored, ownerVerified: false }
      const keys = stored.wallets.flatMap(({ kind, address }) => (kind === 'owner' ? [address] : []))
      const read = await ifKnown(() => readCurrent(stored, (describe) => keysCalls(describe, wallet, keys)))
      if (!read) return { account: stored, ownerVerified: null }
      const { account, value } = read
      return { account, ownerVerified: canonicalCswOf(account) === wallet && isOwnedByKey(value) }
    },

    async behind(wallet) {
      const stored = await accounts.findByWallet(wallet)
      if (!stored) return { account: null, wallets: [wallet] }
      const isLinked = stored.madeBy !== wallet && stored.proofs.some((proof) => proof.wallet === wallet)
      const count = ({ at }: Describe) => ({ owners: at(wallet, multiOwnableAbi)('ownerCount') })
      const read = isLinked ? await readProofs(chain, stored.proofs, count) : null
      const account = countingOnly(stored, (read ?? (await look(stored.proofs))).isConfirmed, wallet)
      const wallets = account.wallets.map(({ address }) => address)
      if (!wallets.includes(wallet)) return { account: null, wallets: [] }
      return read && read.value.owners !== 1n ? { account: null, wallets: [wallet] } : { account, wallets }
    },
  }
}

/** Throws unauthenticated unless all proofs of a credential are confirmed. */
function requireAll(proofs: readonly WalletProof[], { isConfirmed }: Look): void {
  if (proofs.every(isConfirmed)) return
  throw invalidToken(
    'session',
    'the smart wallet no longer confirms the signature or owner of this session; sign in again',
  )
}

/**
 * An account without the smart wallets that do not count. If the canonical one is among those, the wallet of `self`, or the
 * first one with a key, takes its place in this answer.
 */
function countingOnly(account: Account, counts: IsConfirmed, self: Address | null): Account {
  const proofs = account.proofs.filter(counts)
  const wallets = account.wallets.filter(
    ({ address, kind }) => kind === 'owner' || proofs.some(({ wallet }) => isAddressEqual(wallet, address)),
  )
  const has = (address: Address | null) => wallets.some((one) => one.address === address)
  const canonicalWallet = has(account.canonicalWallet)
    ? account.canonicalWallet
    : ((has(self) ? self : wallets.find(({ kind }) => kind === 'owner')?.address) ?? null)
  return { ...account, proofs, wallets, canonicalWallet }
}
