import { type Address, isAddressEqual } from 'viem'
import type { VaultRole } from '../../../schema/workspace/vaultRoles.ts'
import { isAdmin, type Principal } from '../../../shared/auth/principal.ts'
import type { AsOf } from '../../../shared/chain/chain.ts'
import type { StandingRead } from '../../../shared/domain/authority/createAuthority.ts'
import { requireVault } from '../../../shared/domain/vault/requireVault.ts'
import { type VaultMember, vaultRoleOf } from '../../../shared/domain/vault/vaultRole.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Account } from '../../../shared/store/accounts.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import type { WorkspaceContext } from '../context.ts'
import type { AdmissionReads } from '../rules/workspaceCalls.ts'
import type { WorkspaceActor } from '../store/workspaceChange.ts'

/** An admitted caller, and what was read for the admission. */
export interface Admission<R extends AdmissionReads = AdmissionReads> {
  readonly vault: Address
  readonly owner: Address | null
  readonly coin: Address
  readonly shareToken: Address | null
  readonly members: readonly VaultMember[]
  readonly actor: WorkspaceActor
  readonly account: Account | null
  readonly reads: R
  readonly asOf: AsOf
  /** Unix seconds. */
  readonly at: number
}

/**
 * Admits a caller with a role to the workspace of a vault that the registry lists. `reading`: the operation's chain read,
 * admissionCalls included, and the wallets that the caller acts for at that block.
 *
 * Throws not_a_vault, not_a_contract, forbidden, role_not_configured, authority_unknown,
 * store_unavailable, and what a chain read throws: a failed lookup is never `forbidden`.
 */
export async function admit<R extends AdmissionReads>(
  vault: Address,
  principal: Principal,
  { vaults, now }: WorkspaceContext,
  reading: Promise<Pick<StandingRead<never>, 'asOf' | 'standing' | 'personOn'> & { value: R }>,
): Promise<Admission<R>> {
  const [{ value: reads, asOf, standing, personOn }, members] = await Promise.all([
    reading,
    vaults.records.members(vault),
  ])
  const coin = requireVault(vault, reads.probe, reads.strategyCount, asOf, 'vault')
  requireListed(vault, reads, asOf)
  const owner = knownAddress(reads.owner)
  const { account, address, wallets } = standing
  const role = vaultRoleOf({ owner, members }, wallets) ?? adminsRole(principal, vaults.admins)
  if (role === null)
    throw new ApiError(
      'forbidden',
      'vault: you have no role on this vault; its owner can assign one with settings.members.set',
    )
  return {
    vault,
    owner,
    coin,
    shareToken: knownAddress(reads.shareToken),
    members,
    actor: {
      address,
      profileId: account?.profileId ?? null,
      wallets,
      person: personOn(owner),
      role,
    },
    account,
    reads,
    asOf,
    at: Math.floor(now() / 1000),
  }
}

/** Administrators of the deployment read with their own full session; they do not decide. */
const adminsRole = (principal: Principal, admins: ReadonlySet<Address>): VaultRole | null =>
  principal.kind === 'session' && principal.scope === 'full' && isAdmin(principal.address, admins) ? 'VIEWER' : null

/** Anybody can deploy a contract that answers as a vault, so only listed vaults have a workspace. */
function requireListed(vault: Address, reads: AdmissionReads, asOf: AsOf): void {
  const listed = isListed(vault, reads)
  if (listed) return
  if (listed === null) throw new ApiError('role_not_configured', 'registry: the contract does not answer as a registry')
  throw new ApiError('not_a_vault', `vault: the registry of chain ${asOf.chainId} does not list ${vault}`)
}

/** An answer about a workspace: the common fields and its own data. */
export const answerTo = <D extends object>({ vault, actor, asOf }: Admission, now: number, data: D) => ({
  asOf,
  data: {
    chainId: asOf.chainId,
    vaultAddress: vault,
    generatedAt: new Date(now).toISOString(),
    actorRole: actor.role,
    ...data,
  },
})

interface ListingReads {
  readonly coinOfVault: Address | null
  readonly vaultOfCoin: Address | null
}

/** Whether the registry lists a vault, by either of its getters; null if it answers neither. */
export function isListed(vault: Address, { coinOfVault, vaultOfCoin }: ListingReads): boolean | null {
  if (coinOfVault === null && vaultOfCoin === null) return null
  return knownAddress(coinOfVault) !== null || (vaultOfCoin !== null && isAddressEqual(vaultOfCoin, vault))
}
