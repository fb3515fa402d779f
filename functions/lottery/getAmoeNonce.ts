import { challengeContext, challengeText, challengeTypedData, toNonce } from './amoe/challenge.ts'
import { creditFields } from '../../shared/domain/lottery/amoe/credits.ts'
import { CHALLENGE_SECONDS } from './amoe/deadlines.ts'
import { readCredits } from './amoe/readCredits.ts'
import type { LotteryHandler } from './context.ts'

/**
 * A challenge for a wallet to sign, as text (personal_sign) and as EIP-712 typed data, valid for 600 s and once. Its
 * nonce seals its time, the wallet, the coin, the chain, the manager and the account, so asking stores nothing. It is
 * for the given wallet: anyone may ask, and does not learn the other wallets of its account.
 *
 * Throws role_not_configured, amoe_not_configured, store_unavailable.
 */
export const getAmoeNonce: LotteryHandler<'getAmoeNonce'> = async ({ query }, context) => {
  const { amoe, chain, now } = context
  const lotteryManager = chain.role('lotteryManager')
  const creatorCoin = query.creatorCoin ?? chain.role('creatorCoin')
  const sealer = amoe.sealer()
  const { chainId } = chain.config
  const { wallet } = query
  const { account, units } = await readCredits(amoe, wallet)
  const bound = { wallet, creatorCoin, chainId, lotteryManager }
  const issuedAt = Math.floor(now() / 1000)
  const sealed = await sealer.seal(issuedAt * 1000, challengeContext({ ...bound, profileId: account?.profileId }))
  const expiresAt = issuedAt + CHALLENGE_SECONDS
  const challenge = { ...bound, nonce: toNonce(sealed), issuedAt, expiresAt }
  return {
    data: {
      wallet,
      creatorCoin,
      creatorCoinSource: query.creatorCoin ? 'request' : 'protocol-default',
      nonce: challenge.nonce,
      issuedAt: new Date(issuedAt * 1000).toISOString(),
      expiresAt: new Date(expiresAt * 1000).toISOString(),
      chainId,
      lotteryManager,
      message: challengeText(challenge),
      typedData: challengeTypedData(challenge),
      accountRequired: account === null,
      ...creditFields(units),
    },
  }
}
