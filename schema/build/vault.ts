import * as z from 'zod'
import { builder, jsonBody, ok } from '../builder.ts'
import { builderFields, names, NonZeroAddress, payingFields } from '../calldata.ts'
import { withChoices } from '../choices.ts'
import { builds, buildsByRead, type Needs } from '../needs.ts'
import { operation } from '../operation.ts'
import { tokenAmount } from '../tokenAmount.ts'
import { UnsignedDeposit, UnsignedQueuedWithdrawal, UnsignedVaultCall, UnsignedWrap } from './vaultCalldata.ts'

const VAULT_BODY = { bound: 8192, kind: 'object' } as const
const MAX_UINT256 = 2n ** 256n - 1n

const EXITS = ['demo_vault', 'not_a_vault', 'read_needed'] as const
const PAYS = ['contract_not_proven', 'demo_vault', 'not_a_vault', 'read_needed', 'role_not_configured'] as const
const byRegistry: Needs = {
  registry: { error: 'role_not_configured', when: 'the configuration does not name the vault' },
}

const vaultOf = (rule: 'refused' | 'issue') => ({
  vault: NonZeroAddress.meta(names('Creator vault; resolveName finds it by name or share token', `vault: ${rule}`)),
})
const to = (what: string) => ({
  receiver: NonZeroAddress.optional().meta(
    names(`Address that receives the ${what}; the sender by default`, 'account'),
  ),
})
const ofOwner = {
  owner: NonZeroAddress.optional().meta(
    names(
      'Address whose vault shares the call takes; the sender by default. Another owner must have approved the sender for them',
      'account',
    ),
  ),
}

/** The amount that a call fixes. */
function fixed(description: string) {
  const { base, decimal } = tokenAmount({
    field: 'amount',
    min: 1n,
    max: MAX_UINT256,
    example: '1000000000000000000000',
    description,
  })
  return { amount: base, amountDecimal: decimal }
}

/** The bound of the amount that the rate decides: ERC-4626 has none. */
function bound(description: string) {
  const { base, decimal } = tokenAmount({
    field: 'limitAmount',
    min: 1n,
    max: MAX_UINT256,
    example: '1000000000000000000',
    description,
    more: '. Nothing onchain enforces it: the issue limit_not_met says that it does not hold at the block of asOf',
  })
  return { limitAmount: base, limitAmountDecimal: decimal }
}

const LIMIT = ['limitAmount', 'limitAmountDecimal'] as const
const CHOICES = { one: [['amount', 'amountDecimal']], most: [LIMIT] } as const

const SHARES = 'Vault shares (a thousand of them are one share token)'

/** Builders of deposits into a creator vault, withdrawals from it, and of share tokens. */
export const buildVault = {
  buildVaultDeposit: operation({
    ...builder,
    operationId: 'buildVaultDeposit',
    path: '/v1/build/vault/deposit',
    summary: 'Build a deposit into a vault (deposit)',
    description:
      'Builds a deposit of creator coins into a vault, for vault shares. The approval of the vault comes first if needed. The call has no smallest result: see `expectedAmount` and `limitAmount`. Nothing is sent. For share tokens, which trade and lock, use buildVaultWrap next.',
    'x-body': VAULT_BODY,
    'x-errors': [...PAYS],
    'x-needs': { ...builds, ...byRegistry },
    request: {
      body: jsonBody(
        withChoices(
          z.strictObject({
            ...payingFields,
            ...vaultOf('refused'),
            ...fixed('Creator coins to deposit'),
            ...to('vault shares'),
            ...bound('Fewest vault shares that you accept'),
          }),
          'VaultDepositRequest',
          CHOICES,
        ),
      ),
    },
    responses: ok(UnsignedDeposit),
  }),
  buildVaultWithdraw: operation({
    ...builder,
    operationId: 'buildVaultWithdraw',
    path: '/v1/build/vault/withdraw',
    summary: 'Build a withdrawal of assets from a vault (withdraw)',
    description:
      'Builds a withdrawal of an exact amount of creator coins, for as many vault shares as it takes. Large withdrawals must be queued: buildVaultQueueWithdrawal. To turn an exact number of shares into coins use buildVaultRedeem. Nothing is sent.',
    'x-body': VAULT_BODY,
    'x-errors': [...EXITS],
    'x-needs': builds,
    request: {
      body: jsonBody(
        withChoices(
          z.strictObject({
            ...builderFields,
            ...vaultOf('issue'),
            ...fixed('Creator coins to withdraw'),
            ...to('creator coins'),
            ...ofOwner,
            ...bound('Most vault shares that you give'),
          }),
          'VaultWithdrawRequest',
          CHOICES,
        ),
      ),
    },
    responses: ok(UnsignedVaultCall),
  }),
  buildVaultRedeem: operation({
    ...builder,
    operationId: 'buildVaultRedeem',
    path: '/v1/build/vault/redeem',
    summary: 'Build a redemption of vault shares (redeem)',
    description:
      'Builds a redemption of vault shares for creator coins. Large withdrawals must be queued: buildVaultQueueWithdrawal. Share tokens become vault shares with buildVaultUnwrap. Nothing is sent. To withdraw an exact amount of coins use buildVaultWithdraw.',
    'x-body': VAULT_BODY,
    'x-errors': [...EXITS],
    'x-needs': builds,
    request: {
      body: jsonBody(
        withChoices(
          z.strictObject({
            ...builderFields,
            ...vaultOf('issue'),
            ...fixed(`${SHARES} to redeem`),
            ...to('creator coins'),
            ...ofOwner,
            ...bound('Fewest creator coins that you accept'),
          }),
          'VaultRedeemRequest',
          CHOICES,
        ),
      ),
    },
    responses: ok(UnsignedVaultCall),
  }),
  buildVaultQueueWithdrawal: operation({
    ...builder,
    operationId: 'buildVaultQueueWithdrawal',
    path: '/v1/build/vault/queueWithdrawal',
    summary: 'Build a large withdrawal (queueWithdrawal)',
    description:
      'Builds the call that puts vault shares into the withdrawal queue, which a vault requires for large withdrawals. From `unlockBlock` on, the sender claims them with buildVaultClaimQueuedWithdrawal, at the rate of that time. Nothing is sent. For smaller amounts use buildVaultRedeem.',
    'x-body': VAULT_BODY,
    'x-errors': [...EXITS],
    'x-needs': builds,
    request: {
      body: jsonBody(
        withChoices(
          z.strictObject({
            ...builderFields,
            ...vaultOf('issue'),
            ...fixed(`${SHARES} to queue`),
            ...to('creator coins of the claim'),
          }),
          'VaultQueueWithdrawalRequest',
          { one: CHOICES.one },
        ),
      ),
    },
    responses: ok(UnsignedQueuedWithdrawal),
  }),
  buildVaultClaimQueuedWithdrawal: operation({
    ...builder,
    operationId: 'buildVaultClaimQueuedWithdrawal',
    path: '/v1/build/vault/claimQueuedWithdrawal',
    summary: 'Build the claim of a queued withdrawal',
    description:
      'Builds the call that pays out everything that the sender has in the withdrawal queue of a vault (claimQueuedWithdrawal), to the receiver that was named in the queue. It reverts before `unlockBlock`. Nothing is sent. To queue a withdrawal use buildVaultQueueWithdrawal.',
    'x-body': VAULT_BODY,
    'x-errors': ['not_a_vault', 'read_needed'],
    'x-needs': builds,
    request: {
      body: jsonBody(
        withChoices(
          z.strictObject({
            ...builderFields,
            ...vaultOf('issue'),
            ...bound('Fewest creator coins that you accept'),
          }),
          'VaultClaimQueuedWithdrawalRequest',
          { most: [LIMIT] },
        ),
      ),
    },
    responses: ok(UnsignedQueuedWithdrawal),
  }),
  buildVaultWrap: operation({
    ...builder,
    operationId: 'buildVaultWrap',
    path: '/v1/build/vault/wrap',
    summary: 'Build a wrap of vault shares into share tokens (wrap)',
    description:
      'Builds the call that turns vault shares into share tokens, a thousand into one, which trade and lock. The wrapper keeps a remainder for the next call of the sender. The approval of the wrapper comes first if needed. Nothing is sent. The way back is buildVaultUnwrap.',
    'x-body': VAULT_BODY,
    'x-errors': [...PAYS],
    'x-needs': { ...buildsByRead, ...byRegistry },
    request: {
      body: jsonBody(
        withChoices(
          z.strictObject({
            ...payingFields,
            ...vaultOf('refused'),
            ...fixed(`${SHARES} to wrap`),
            ...bound('Fewest share tokens that you accept'),
          }),
          'VaultWrapRequest',
          CHOICES,
        ),
      ),
    },
    responses: ok(UnsignedWrap),
  }),
  buildVaultUnwrap: operation({
    ...builder,
    operationId: 'buildVaultUnwrap',
    path: '/v1/build/vault/unwrap',
    summary: 'Build an unwrap of share tokens to vault shares (unwrap)',
    description:
      'Builds the call that turns share tokens back into vault shares, one into a thousand. It needs no approval. Nothing is sent. To turn the vault shares into creator coins use buildVaultRedeem next.',
    'x-body': VAULT_BODY,
    'x-errors': ['not_a_vault', 'read_needed'],
    'x-needs': buildsByRead,
    request: {
      body: jsonBody(
        withChoices(
          z.strictObject({
            ...builderFields,
            ...vaultOf('issue'),
            ...fixed('Share tokens to unwrap'),
            ...bound('Fewest vault shares that you accept'),
          }),
          'VaultUnwrapRequest',
          CHOICES,
        ),
      ),
    },
    responses: ok(UnsignedWrap),
  }),
}
