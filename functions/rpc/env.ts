import * as z from 'zod'
import { authVariables } from '../../shared/env/authEnv.ts'
import { binding } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'
import { proxyVariables } from './proxy/proxyEnv.ts'
import { paymasterVariables } from './paymaster/paymasterEnv.ts'

export const RpcEnv = z.object({
  ...readVariables,
  ...authVariables,
  ...proxyVariables,
  ...paymasterVariables,
  DB: binding<D1Database>(
    'database',
    'D1: decisions of the paymaster, the list of creators, the index of deployed vaults',
  ),
})
export type RpcEnv = z.output<typeof RpcEnv>
