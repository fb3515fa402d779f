import type { Address } from 'viem'
import type { Sealer } from '../../shared/auth/seal.ts'
import { encodeStep } from '../../shared/calldata/encodeStep.ts'
import type { Chain } from '../../shared/chain/chain.ts'
import { creditFields, CREDITS_PER_ENTRY, UNITS_PER_CREDIT } from '../../shared/domain/lottery/amoe/credits.ts'
import { amoeEntryAbi } from '../../shared/domain/lottery/amoeEntryAbi.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { type Challenge, challengeContext, challengeHash, readChallenge } from './amoe/challenge.ts'
import { requireAccount } from './amoe/createAmoe.ts'
import type { EntryOutcome, EntryPreview, EntryRequest } from './amoe/ledgerMessages.ts'
import type { LotteryHandler } from './context.ts'

/**
 * Accepts a signed challenge (EOA, ERC-1271, ERC-6492). Once the router is known to accept the entry, debits 100
 * credits and records it in one transaction of the account's ledger; answers the attested call of
 * submitAmoeEntry(buyer, creatorCoin, nonce, deadline, signature) for anybody to send. The same request gets the same
 * answer, without a second debit; an entry that the chain has not taken by its deadline is refunded.
 *
 * Throws invalid_message, creator_mismatch, nonce_mismatch, lottery_manager_mismatch, unsupported_chain, invalid_nonce,
 * invalid_signature, message_expired, message_expires_too_soon, wallet_authority_mismatch, wallet_session, authority_unknown, insufficient_amoe_credits,
 * nonce_used, entry_refused, amoe_not_configured, role_not_configured, store_unavailable,
 * attestation_hash_unreadable, and what the node throws.
 */
export const submitAmoeChallenge: LotteryHandler<'submitAmoeChallenge'> = async (
  { body, principal },
  { amoe, chain, now },
) => {
  const target = chain.role('amoeRouter')
  const signer = amoe.attestor()
  const challenge = readChallenge(body.message)
  const { account, wallets } = await requireAccount(amoe.authority, principal)
  if (!wallets.includes(challenge.wallet))
    throw new ApiError('wallet_authority_mismatch', 'message: its wallet is not linked to the signed-in account')
  await requireIssuedChallenge(challenge, body, { sealer: amoe.sealer(), chain, profileId: account?.profileId })
  const hash = challengeHash(challenge, body.signatureType)
  if (!(await amoe.isSigned({ address: challenge.wallet, hash, signature: body.signature })))
    throw new ApiError('invalid_signature', 'signature: must be from the wallet in the message')

  const { wallet: buyer, creatorCoin, nonce } = challenge
  if (!account) throw insufficient(0)
  const entering: EntryRequest = {
    profileId: account.profileId,
    nonce,
    wallet: buyer,
    creatorCoin,
    chainId: challenge.chainId,
    target,
    content: [buyer, creatorCoin, target, body.signatureType].join(' ').toLowerCase(),
    challengeExpiresAt: challenge.expiresAt,
    now: Math.floor(now() / 1000),
  }
  const attest = async (deadline: number) => {
    const { attestor, signature } = await signer.attest(target, { buyer, creatorCoin, nonce, deadline })
    const step = encodeStep({
      to: target,
      abi: amoeEntryAbi,
      functionName: 'submitAmoeEntry',
      args: [buyer, creatorCoin, nonce, BigInt(deadline), signature],
      describe: ([who, coin]) => `Enter ${who} into the lottery of ${coin} without a purchase.`,
    })
    return { deadline, attestor, signature, step }
  }
  const { profileId } = account
  const foreseen = await amoe.ledger(profileId, async (ledger): Promise<EntryPreview> => ledger.foresee(entering))
  const taken = foreseen.outcome === 'possible' ? await attest(foreseen.deadline) : undefined
  if (taken) await amoe.requireTakeable({ buyer, creatorCoin, step: taken.step })
  const entered =
    foreseen.outcome === 'possible'
      ? await amoe.ledger(profileId, async (ledger): Promise<EntryOutcome> => ledger.enter(entering))
      : foreseen
  if (entered.outcome !== 'entered') throw refusal(entered)

  // Another request with this nonce may have entered just before.
  const { deadline, attestor, signature, step } =
    taken?.deadline === entered.deadline ? taken : await attest(entered.deadline)
  const { credits, ...fields } = creditFields(entered.unitsLeft)
  return {
    data: {
      to: target,
      data: step.data,
      value: '0',
      chainId: challenge.chainId,
      function: step.function,
      buyer,
      creatorCoin,
      nonce,
      deadline,
      signature,
      attestor,
      attestation: signer.mode,
      creditsConsumed: CREDITS_PER_ENTRY,
      creditsRemaining: credits,
      ...fields,
    },
  }
}

function refusal(refused: Exclude<EntryOutcome, { outcome: 'entered' }>): ApiError {
  if (refused.outcome === 'insufficient') return insufficient(refused.units)
  if (refused.outcome === 'nonce_used')
    return new ApiError('nonce_used', 'message: its nonce was already used; request a new challenge')
  if (refused.outcome === 'too_soon') return new ApiError('message_expires_too_soon')
  return new ApiError('message_expired', 'message: the challenge has expired; request a new challenge')
}

const insufficient = (units: number): ApiError =>
  new ApiError(
    'insufficient_amoe_credits',
    `an entry costs ${CREDITS_PER_ENTRY} credits, the account has ${Math.floor(units / UNITS_PER_CREDIT)}`,
  )

interface Rules {
  readonly sealer: Sealer
  readonly chain: Chain
  readonly profileId: string | undefined
}

/**
 * Checks that a challenge was issued here exactly as it is, and is the one that the request means; not that it is still
 * valid.
 *
 * Throws creator_mismatch, nonce_mismatch, unsupported_chain, lottery_manager_mismatch, invalid_nonce.
 */
async function requireIssuedChallenge(
  challenge: Challenge,
  request: { readonly creatorCoin?: Address | undefined; readonly nonce?: string | undefined },
  { sealer, chain, profileId }: Rules,
): Promise<void> {
  const { chainId } = chain.config
  if (request.creatorCoin !== undefined && request.creatorCoin !== challenge.creatorCoin)
    throw new ApiError(
      'creator_mismatch',
      'creatorCoin: does not match the message; omit it or send the creator coin of the message',
    )
  if (request.nonce !== undefined && request.nonce.toLowerCase() !== challenge.nonce)
    throw new ApiError('nonce_mismatch', 'nonce: does not match the message; omit it or send the nonce of the message')
  if (challenge.chainId !== chainId)
    throw new ApiError('unsupported_chain', `message: must be for chain ${chainId}, the only supported chain`)
  if (challenge.lotteryManager.toLowerCase() !== chain.role('lotteryManager').toLowerCase())
    throw new ApiError('lottery_manager_mismatch', 'message: names another lottery manager; request a new challenge')
  const opened = await sealer.open(
    challenge.nonce.slice(2),
    challenge.issuedAt * 1000,
    challengeContext({ ...challenge, profileId }),
  )
  if (!opened.ok || opened.issuedAt !== challenge.issuedAt * 1000)
    throw new ApiError('invalid_nonce', 'message: its nonce was not issued for this challenge; request a new challenge')
}
