import type { Address, Hex } from 'viem'
import * as z from 'zod'
import type { DeployPlan } from '../../../schema/workspace/deployBodies.ts'
import type { Principal } from '../../../shared/auth/principal.ts'
import { senderOf } from '../../../shared/calldata/defineBuilder.ts'

export interface PlannedCall {
  readonly from: Address
  readonly to: Address
  /** Lower case. */
  readonly data: Hex
  /** Wei, decimal. */
  readonly value: string
}

/** The calls of a plan with their senders: their own, else that of the plan, else the signed-in address. */
export function plannedCalls({ from, calls }: DeployPlan, principal: Principal): PlannedCall[] {
  const sender = senderOf(principal, from)
  return calls.map((call) => ({
    from: call.from ?? sender,
    to: call.to,
    data: `0x${call.data.slice(2).toLowerCase()}`,
    value: String(call.value ?? 0n),
  }))
}

const hex = z.templateLiteral(['0x', z.string()])
const Plan = z.array(z.object({ from: hex, to: hex, data: hex, value: z.string() }))

/** The calls as they are stored: equal plans are equal texts. */
export const writePlan = (calls: readonly PlannedCall[]): string => JSON.stringify(calls)
export const readPlan = (text: string): PlannedCall[] => Plan.parse(JSON.parse(text))
