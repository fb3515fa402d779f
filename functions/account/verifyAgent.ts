import { issueReceipt } from '../../shared/auth/receipt.ts'
import { verifySiwa } from '../../shared/auth/siwa.ts'
import { admitContract } from '../../shared/auth/proveOnce.ts'
import type { AccountHandler } from './context.ts'

/**
 * Returns a receipt for the agent whose owner signed a SIWA message; the owner is read from the ERC-8004 identity registry
 * (`ownerOf`). The receipt alone is enough to build; writes also need an ERC-8128 signature of the same owner. An owner
 * without an account gets one.
 */
export const verifyAgent: AccountHandler<'verifyAgent'> = async ({ body, spend }, { siwaRules }) => {
  const rules = siwaRules()
  const { agent, method } = await verifySiwa(body.message, body.signature, {
    ...rules,
    admitContract: admitContract(spend),
  })
  const { receipt, expiresAt } = issueReceipt({ ...agent, receiptFor: method }, rules.receiptSecret)
  const { address, agentId, agentRegistry, chainId } = agent
  return {
    data: {
      address,
      ownerAddress: address,
      agentId: Number(agentId),
      agentRegistry,
      chainId,
      verified: 'onchain',
      receipt,
      receiptExpiresAt: expiresAt,
    },
  }
}
