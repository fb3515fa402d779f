import * as z from 'zod'
import { authVariables } from '../../shared/env/authEnv.ts'
import { binding } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'
import { proxyVariables } from './proxy/proxyEnv.ts'

export const RpcEnv = z.object({
  ...readVariables,
  ...authVariables,
  ...proxyVariables,
  DB: binding<D1Database>('database', 'D1: what the paymaster decided'),
})
export type RpcEnv = z.output<typeof RpcEnv>
