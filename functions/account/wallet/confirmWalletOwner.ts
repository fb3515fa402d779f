import type { Address, Hash } from 'viem'
import { judgeOwnership, ownershipCalls, receiptCalls } from '../../../shared/domain/account/readOwnership.ts'
import { accountOf } from '../../../shared/domain/authority/accountOf.ts'
import { settleLink } from '../../../shared/domain/authority/settleLink.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Account } from '../../../shared/store/accounts.ts'
import { MOST_SMART, MOST_WALLETS } from '../../../shared/store/accountWallets.ts'
import type { WalletProof } from '../../../shared/store/WalletProof.ts'
import type { AccountHandler, AccountContext } from '../context.ts'
import { requirePerson } from '../requireAccount.ts'

/**
 * Reads whether a smart wallet confirms an owner, and links it: the account has proven the owner, the contract proves the
 * ownership. A link of another account that a finalized block no longer confirms ends first. Repeating it changes nothing.
 *
 * Throws account_not_found, wallet_session, wallet_authority_mismatch, not_a_smart_wallet, account_conflict,
 * wallet_limit_reached, authority_unknown, store_unavailable, and what a chain read throws.
 */
export const confirmWalletOwner: AccountHandler<'confirmWalletOwner'> = async (
  { body: { smartWallet, ownerAddress, txHash }, principal },
  context,
) => {
  const question = { smartWallet, ownerAddress, txHash: hashOf(txHash) }
  const person = requirePerson(principal)
  // Wallets with a key do not depend on the chain: a wrong ownerAddress is refused without a call to a node.
  requireKey(ownerAddress, (await context.authority.requireAccount(person, 'stored')).account)
  const { value, asOf, carried, standing } = await context.authority.read(
    person,
    (describe) => ownershipCalls(describe, question),
    receiptCalls(question),
  )
  const account = accountOf(standing)
  requireKey(ownerAddress, account)
  const found = judgeOwnership(question, value, carried)
  const isOwn = ({ wallets }: Account) => wallets.some(({ address }) => address === smartWallet)
  const singleOwner = value.count === null || value.count <= 1n
  const block = Number(asOf.blockNumber)
  const proof = { wallet: smartWallet, owner: ownerAddress, signed: null, counterfactual: false, singleOwner, block }
  const after = found.status === 'owner_confirmed' && !isOwn(account) ? await link(account, proof, context) : account
  return {
    asOf,
    data: { chainId: asOf.chainId, ...found, linked: isOwn(after), canonicalWallet: after.canonicalWallet },
  }
}

/** Throws wallet_authority_mismatch unless the owner is a wallet with a key of the account. */
function requireKey(owner: Address, { wallets }: Account): void {
  if (!wallets.some(({ address, kind }) => kind === 'owner' && address === owner))
    throw new ApiError(
      'wallet_authority_mismatch',
      'ownerAddress: is not a wallet of the signed-in account that signs with a private key',
    )
}

/** Links a smart wallet to an account, or renews its link with another owner, and returns the updated account. */
async function link(
  account: Account,
  proof: WalletProof & { readonly owner: Address },
  { accounts, accountWallets, chain, sessions, now }: AccountContext,
): Promise<Account> {
  const { profileId } = account
  const { wallet, owner } = proof
  const seconds = Math.floor(now() / 1000)
  const known = await accountWallets.link(wallet)
  if (known && known.profileId !== profileId) await settleLink(known, { chain, links: accountWallets, sessions, now })
  await (known?.profileId === profileId
    ? accountWallets.renew(profileId, proof, seconds)
    : accountWallets.linkSmart(profileId, proof, seconds))
  const holder = await accounts.findByWallet(wallet)
  if (holder?.profileId === profileId) return withWallet(account, wallet, holder)
  if (holder)
    throw new ApiError(
      'account_conflict',
      'smartWallet: is linked to another account; if its owner was removed onchain, try again when that block is final',
    )
  const own = await accounts.findById(profileId)
  const smart = own?.wallets.filter(({ kind }) => kind === 'smart').length ?? 0
  if (own && (own.wallets.length >= MOST_WALLETS || smart >= MOST_SMART)) throw new ApiError('wallet_limit_reached')
  throw new ApiError(
    'wallet_authority_mismatch',
    `ownerAddress: ${owner} is no longer a wallet of the signed-in account`,
  )
}

/** The account as of the block of the answer, with the wallet that was linked since. */
function withWallet(account: Account, wallet: Address, stored: Account): Account {
  const counts = (address: Address | null) =>
    address === wallet || account.wallets.some((one) => one.address === address)
  return {
    ...stored,
    wallets: stored.wallets.filter(({ address }) => counts(address)),
    canonicalWallet: counts(stored.canonicalWallet) ? stored.canonicalWallet : account.canonicalWallet,
  }
}

const hashOf = (text: string | undefined): Hash | undefined => (text === undefined ? undefined : `0x${text.slice(2)}`)
