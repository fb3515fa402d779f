import type { agents } from '../../../schema/agents/index.ts'
import { createRunner } from '../../../shared/auth/runCreationCode.ts'
import { createSealer } from '../../../shared/auth/seal.ts'
import { isSignedByContract, type Signed } from '../../../shared/auth/signature.ts'
import { openAuthority } from '../../../shared/domain/authority/openAuthority.ts'
import { mayEnqueue } from '../../../shared/env/keeprEnv.ts'
import { secretsInForce } from '../../../shared/env/secretsInForce.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Context, Handler } from '../../../shared/http/handler.ts'
import { createLogStore } from '../../../shared/store/createLogStore.ts'
import { ADD_MEMBER } from '../../../shared/store/joinRequests.ts'
import { createRoomRules } from '../../../shared/store/roomRules.ts'
import type { AgentsEnv } from '../env.ts'
import { createRoomTokens } from '../store/roomTokens.ts'
import { createShareTransfers } from '../store/shareTransfers.ts'
import { createRoomTokenSigner } from './createRoomTokenSigner.ts'

export type RoomsContext = ReturnType<typeof createRoomsContext>
export type RoomsHandler<O extends keyof typeof agents> = Handler<(typeof agents)[O], RoomsContext>

export const createRoomsContext = (common: Context, env: AgentsEnv) => ({
  ...common,
  authority: openAuthority(common, env.DB),
  rooms: createRooms(common, env),
})

/** Rules, members and tokens of rooms. */
function createRooms({ chain, now, baseUrl }: Context, env: AgentsEnv) {
  const run = createRunner(chain.rpc, chain.config.chainId)
  const secrets = secretsInForce(env.ROOM_TOKEN_SECRET, env.ROOM_TOKEN_SECRET_PREVIOUS)
  const keys =
    secrets.length === 0
      ? undefined
      : {
          sealer: createSealer({ secrets, purpose: 'room proof', ttlSeconds: Number.POSITIVE_INFINITY }),
          signer: createRoomTokenSigner(secrets, baseUrl),
        }
  const configured = () => {
    if (!keys) throw new ApiError('rooms_not_configured')
    return keys
  }
  return {
    reader: {
      chain,
      now,
      store: createLogStore(env.DB),
      rules: createRoomRules(env.DB),
      transfers: createShareTransfers(env.DB),
    },
    tokens: createRoomTokens(env.DB),
    /** Whether keepers may add members to groups of the messaging network. */
    mayQueue: mayEnqueue(env, ADD_MEMBER),
    isSignedByContract: (signed: Signed) => isSignedByContract(signed, run),
    /** The seal of proofs; it shows whether one is genuine, not whether it has expired. Throws rooms_not_configured. */
    sealer: () => configured().sealer,
    /** Throws rooms_not_configured. */
    signer: () => configured().signer,
  }
}
