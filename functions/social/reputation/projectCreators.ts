import type { Address } from 'viem'
import { erc173Abi } from '../../../shared/abi/standards.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { within } from '../../../shared/http/within.ts'
import { logError } from '../../../shared/log/logError.ts'
import { TimeOver } from '../../../shared/http/Budget.ts'
import { CALL_MS } from './lanes.ts'
import type { Run } from './Run.ts'

export interface ProjectionReport {
  readonly ownersRead: number
  readonly owners: 'read' | 'recent' | 'backoff' | 'unavailable'
  readonly updated: number
}

/** Owners are read again after an hour, some of them in one request. */
const OWNER_SECONDS = 3600
const OWNERS = 100
/** After failures in a row the next read waits that many times as long, up to the limit. */
const BACKOFF_SECONDS = 900
const LONGEST_BACKOFF_SECONDS = 7200

/**
 * Brings the scores of vaults' creators up to date: follows the vault list, reads the owners that are due from the chain
 * (ERC-173) in one request, and takes over profile and score. Where the chain cannot be read, the owners known before stay,
 * and reading them is put off. Throws LeaseLost, store_unavailable.
 */
export async function projectCreators(run: Run): Promise<ProjectionReport> {
  const { store, chain, lane, lease, began, now } = run
  const { chainId } = chain.config
  const seconds = Math.floor(now() / 1000)
  const limit = lane.vaults
  const due = await store.creators.followVaults(chainId, { limit, before: seconds - OWNER_SECONDS, owners: OWNERS })
  const { failures, retryAt } = began('projection')
  const skipped = retryAt > seconds ? 'backoff' : due.length === 0 ? 'recent' : undefined
  const read = skipped ? undefined : await ownersOf(run, due)
  const outcome = skipped ? {} : read ? { failures: 0, retryAt: 0 } : backOff(failures, seconds)
  const projection = { chainId, limit, owners: read ?? [], at: seconds }
  const updated = await store.creators.project(lease, projection, { lastSyncedAt: seconds, ...outcome })
  return { ownersRead: read ? due.length : 0, owners: skipped ?? (read ? 'read' : 'unavailable'), updated }
}

const backOff = (failures: number, seconds: number) => ({
  failures: failures + 1,
  retryAt: seconds + Math.min(BACKOFF_SECONDS * (failures + 1), LONGEST_BACKOFF_SECONDS),
})

/** Null where the chain cannot be read in the time that is left. */
async function ownersOf({ chain, budget }: Run, vaults: readonly Address[]) {
  const reading = chain.read(({ at }) =>
    Object.fromEntries(vaults.map((vault) => [vault, at(vault, erc173Abi)('owner')])),
  )
  try {
    const { value } = await within(
      budget.timeout(CALL_MS),
      reading,
      () => new TimeOver('the chain does not answer in time'),
    )
    return vaults.map((vault) => ({ vault, owner: value[vault] ?? null }))
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof TimeOver)) throw error
    logError('warn', 'creator_owners_unreadable', error)
    return null
  }
}
