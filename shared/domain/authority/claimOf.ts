import type { Address } from 'viem'
import { unauthenticated } from '../../errors/unauthenticated.ts'
import type { Account, AccountStore } from '../../store/accounts.ts'
import type { WalletProof } from '../../store/WalletProof.ts'
import type { Claimant } from './Claimant.ts'
import type { ContractSignature } from './readSigners.ts'

/** The claim of a claimant, before any read of the chain. */
export interface Claim {
  readonly address: Address
  /** Wallets whose keys or owners the claimant has shown to have. */
  readonly keys: readonly Address[]
  /** The wallet whose key signed; null where a contract accepted the signature. */
  readonly key: Address | null
  /** The signature that the contract accepted, from which its signers are read; null if a key signed. */
  readonly signed: ContractSignature | null
  /** The account to which the wallet belongs, as it is stored. */
  readonly account: Account | null
  /** Whether they may read and change that account, or act for their wallet only. */
  readonly isAccount: boolean
  /** Proofs that must all hold, or the credential means nothing. */
  readonly own: readonly WalletProof[]
  /** The proofs among them that the signer gave. */
  readonly byContract: readonly WalletProof[]
  /** The smart wallet that these proofs or this request show to be theirs, whatever its link is proven by. */
  readonly trusted: Address | null
}

type Accounts = Pick<AccountStore, 'findByWallet' | 'findById'>

/**
 * The claim of a claimant. A limited session acts for its wallet only, and so does a session that is signed as a smart
 * wallet, unless the account is the wallet's own. A hand-off acts for the account that it was made for, while both of its
 * wallets belong to it.
 *
 * Throws unauthenticated for a receipt alone of a contract wallet, and for a hand-off whose wallets left the account;
 * store_unavailable.
 */
export async function claimOf(claimant: Claimant, accounts: Accounts): Promise<Claim> {
  const { address } = claimant
  if (claimant.kind === 'siwa') return claimOfAgent(claimant, accounts)
  const { method, by, profileId, proofs, scope } = claimant
  if (method === 'handoff') {
    const account = profileId === null ? null : await accounts.findById(profileId)
    const has = (wallet: Address) => account?.wallets.some((one) => one.address === wallet) === true
    if (!account || !has(by) || !has(address))
      throw unauthenticated('the wallets of this hand-off no longer belong to its account')
    const byContract = proofs.filter(({ wallet }) => wallet === by)
    const ofBy =
      byContract.length === 0
        ? { keys: [by], key: by, signed: null }
        : { keys: ownersIn(byContract), key: null, signed: signatureIn(byContract) }
    return { address, ...ofBy, account, isAccount: true, own: proofs, byContract, trusted: null }
  }
  const account = await accounts.findByWallet(address)
  const claim =
    method === 'contract' ? ofContract(address, account, proofs, signatureIn(proofs)) : ofKey(address, account)
  return scope === 'limited' ? { ...claim, isAccount: false } : claim
}

/** A signature of this very request counts as it was just checked; a receipt alone counts for a wallet with a key. */
async function claimOfAgent(
  { address, signedBy, signature, receiptFor }: Extract<Claimant, { kind: 'siwa' }>,
  accounts: Accounts,
): Promise<Claim> {
  const by = signedBy ?? receiptFor
  if (signedBy === null && by === 'contract')
    throw unauthenticated(
      'a receipt alone does not prove control of a contract wallet; sign the request as the Accept-Signature header of this answer requires (ERC-8128)',
      { scheme: 'ERC8128', error: 'signature_missing' },
    )
  const account = await accounts.findByWallet(address)
  return by === 'key'
    ? ofKey(address, account)
    : ofContract(address, account, [], signature && { wallet: address, ...signature })
}

/** Linked as a smart wallet, and signed by a key nevertheless (EIP-7702): then it acts for itself only, as any smart wallet. */
function ofKey(address: Address, account: Account | null): Claim {
  const kind = account?.wallets.find((one) => one.address === address)?.kind
  const isAccount = account !== null && (kind === 'owner' || account.madeBy === address)
  return {
    address,
    keys: [address],
    key: address,
    signed: null,
    account,
    isAccount,
    own: [],
    byContract: [],
    trusted: address,
  }
}

const ofContract = (
  address: Address,
  account: Account | null,
  own: readonly WalletProof[],
  signed: ContractSignature | null,
): Claim => ({
  address,
  keys: ownersIn(own),
  key: null,
  signed,
  account,
  isAccount: account !== null && account.madeBy === address,
  own,
  byContract: own,
  trusted: address,
})

const ownersIn = (proofs: readonly WalletProof[]): Address[] => proofs.flatMap(({ owner }) => owner ?? [])

function signatureIn([proof]: readonly WalletProof[]): ContractSignature | null {
  return proof?.signed ? { wallet: proof.wallet, ...proof.signed } : null
}
