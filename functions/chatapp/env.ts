import * as z from 'zod'
import { identityVariables } from '../../shared/env/identityEnv.ts'
import { readVariables } from '../../shared/env/env.ts'

export const ChatappEnv = z.object({ ...readVariables, ...identityVariables })
