import * as z from 'zod'
import { agentVariables } from '../../shared/env/agentEnv.ts'
import { authVariables } from '../../shared/env/authEnv.ts'
import { binding, withDefault } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'
import { addresses } from '../../shared/env/formats.ts'
import { reputationVariables } from './reputation/provider/reputationEnv.ts'
import { storageVariables } from '../../shared/env/storageEnv.ts'

export const SocialEnv = z.object({
  ...readVariables,
  ...authVariables,
  ...agentVariables,
  ...reputationVariables,
  ...storageVariables,
  DB: binding<D1Database>(
    'database',
    'D1: accounts, the log index, chat events, reputation, addresses of stored documents',
  ),
  CHAT_AGENT_ADDRESSES: withDefault(addresses, '', {
    meaning: 'wallets of foreign agents whose chat commands pass the preflight',
    without: 'none',
  }),
})
export type SocialEnv = z.output<typeof SocialEnv>
