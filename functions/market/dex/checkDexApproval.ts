import type { MarketHandler } from '../context.ts'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import { approveErc20 } from '../../../shared/calldata/approveErc20.ts'
import { baseUnits, givenIn } from '../../../shared/calldata/baseUnits.ts'
import { expiresAt } from '../../../shared/calldata/expiresAt.ts'
import { senderOf } from '../../../shared/calldata/defineBuilder.ts'
import { tryApprovals } from '../../../shared/calldata/unsignedCall.ts'
import { describeDemoShares } from '../../../shared/domain/vault/demoShares.ts'
import { refuseDemoVaults } from '../../../shared/domain/vault/demoVaults.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { describeToken } from './describePool.ts'

/**
 * The router's allowance for an owner's tokens (ERC-20 `allowance`) and the missing approval, simulated to find out whether
 * the token needs a reset first.
 *
 * Throws invalid_request for an address that is not a token, demo_vault, role_not_configured, and what a chain read throws.
 */
export const checkDexApproval: MarketHandler<'checkDexApproval'> = async ({ body, principal }, { chain, simulate }) => {
  const owner = senderOf(principal, body.owner)
  const spender = chain.role('dexRouter')
  const { token: address } = body
  refuseDemoVaults({ token: address }, chain.config)
  const { value, asOf } = await chain.read((describe) => {
    const call = describe.at(address, erc20Abi)
    return {
      symbol: call('symbol'),
      decimals: call('decimals'),
      allowance: call('allowance', [owner, spender]),
      demoShares: describeDemoShares(describe, chain.config),
    }
  })
  refuseDemoVaults({ token: address }, chain.config, value.demoShares)
  const { allowance } = value
  if (allowance === null)
    throw new ApiError('invalid_request', `token: ${address} does not answer \`allowance\` as an ERC-20 token`)
  const token = { address, symbol: value.symbol, decimals: value.decimals }
  const amount = baseUnits(givenIn(body.amount, body.amountDecimal), token)
  const missing = approveErc20({ token, spender, amount, allowance })
  const run = (steps: typeof missing) => simulate({ from: owner, steps, blockNumber: asOf.blockNumber })
  const checked = missing.length > 0 ? await tryApprovals(missing, undefined, (steps) => run([...steps])) : null
  const { observed: _, ...simulation } = checked?.simulation ?? {}
  const steps = checked?.approvals ?? []
  return {
    asOf,
    data: {
      chainId: asOf.chainId,
      token: describeToken(token),
      owner,
      spender,
      amount: String(amount),
      allowance: String(allowance),
      isApproved: allowance >= amount,
      reset: steps.length > 1 ? (steps[0] ?? null) : null,
      approval: steps.at(-1) ?? null,
      expiresAt: expiresAt(asOf, chain.config),
      simulation: 'status' in simulation ? simulation : null,
    },
  }
}
