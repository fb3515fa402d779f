import { TRUST_ZONES, type TrustZone } from '../../schema/workspace/trustZones.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { isInForce } from '../../shared/auth/compare.ts'
import { requireMachine } from '../../shared/auth/machine.ts'
import type { Authenticate, KeeprPrincipal } from '../../shared/auth/principal.ts'
import { zoneKeys } from '../../shared/env/keeprEnv.ts'
import { secretsInForce } from '../../shared/env/secretsInForce.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { unauthenticated } from '../../shared/errors/unauthenticated.ts'
import type { WorkspaceContext } from './context.ts'
import type { WorkspaceEnv } from './env.ts'

/** Sessions and agents, and keeper workers by their keys. */
export function authenticateWorkspace(context: WorkspaceContext, env: WorkspaceEnv): Authenticate {
  const resolve = authenticate(context, env)
  const keys = { api: secretsInForce(env.KPR_API_KEY, env.KPR_API_KEY_PREVIOUS), zones: zoneKeys(env) }
  return async (request, requirement, readBody) =>
    requirement.kind === 'keepr' ? requireKeeper(request, keys) : resolve(request, requirement, readBody)
}

/** The secrets of keepers that are in force. */
interface KeeprKeys {
  readonly api: readonly string[]
  readonly zones: Readonly<Record<TrustZone, readonly string[]>>
}

const ZONE_HEADER = 'x-keepr-zone-key'

/**
 * A keeper worker. It sends the common key as a bearer token and the key of its zone in x-keepr-zone-key; only that key
 * decides the zone.
 *
 * Throws keepr_not_configured without a key or without any zone, unauthenticated.
 */
async function requireKeeper(request: Request, { api, zones }: KeeprKeys): Promise<KeeprPrincipal> {
  if (TRUST_ZONES.every((zone) => zones[zone].length === 0)) throw new ApiError('keepr_not_configured')
  await requireMachine(request, 'keepr', { secrets: api })
  const given = request.headers.get(ZONE_HEADER)
  // Every key is compared, so that the timing does not reveal which one it is.
  const isKey = await Promise.all(TRUST_ZONES.map((zone) => isInForce(given ?? '', zones[zone])))
  const own = TRUST_ZONES.filter((_, i) => isKey[i])
  if (own.length === 0)
    throw unauthenticated(`${ZONE_HEADER}: ${given === null ? 'is missing' : 'is not the key of a trust zone'}`)
  return { kind: 'keepr', zones: own }
}
