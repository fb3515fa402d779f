import type { Address } from 'viem'
import type { Principal } from '../../../shared/auth/principal.ts'
import type { Describe, Shape } from '../../../shared/chain/calls.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import {
  type AdmissionReads,
  admissionCalls,
  type MonitoringReads,
  monitoringCalls,
  type StrategyReads,
  strategyCalls,
} from '../rules/workspaceCalls.ts'
import type { WorkspaceContext } from '../context.ts'
import { type Admission, admit } from './admit.ts'

// Each reads the chain once, at one block, and throws what admit throws, and unauthenticated for a machine.

function read<S extends Shape>(
  principal: Principal,
  { vaults }: WorkspaceContext,
  description: (describe: Describe) => S,
) {
  if (principal.kind === 'machine') throw new ApiError('unauthenticated')
  return vaults.authority.read(principal, description)
}

/** Admits a caller, and reads nothing else of the vault. */
export const enter = (
  vault: Address,
  principal: Principal,
  context: WorkspaceContext,
): Promise<Admission<AdmissionReads>> => {
  const registry = context.chain.role('registry')
  const reading = read(principal, context, (describe) => admissionCalls(describe, vault, registry))
  return admit(vault, principal, context, reading)
}

/** Admits a caller, and reads the strategies. */
export const enterForStrategies = (
  vault: Address,
  principal: Principal,
  context: WorkspaceContext,
): Promise<Admission<StrategyReads>> => {
  const registry = context.chain.role('registry')
  const reading = read(principal, context, (describe) => strategyCalls(describe, vault, registry))
  return admit(vault, principal, context, reading)
}

/** Admits a caller, and reads what the checks need. */
export const enterForMonitoring = (
  vault: Address,
  principal: Principal,
  context: WorkspaceContext,
): Promise<Admission<MonitoringReads>> => {
  const registry = context.chain.role('registry')
  const reading = read(principal, context, (describe) => monitoringCalls(describe, vault, registry))
  return admit(vault, principal, context, reading)
}
