import * as z from 'zod'
import { optional, withDefault } from '../shared/env/declare.ts'
import { format, oneOf, text } from '../shared/env/formats.ts'
import { LEVELS } from '../shared/log/log.ts'

const port = format('a port number from 1 to 65535', (given) => {
  const value = /^\d{1,5}$/.test(given) ? Number(given) : 0
  return value >= 1 && value <= 65_535 ? value : undefined
})

/** The environment of `npm start`. */
export const LocalnetEnv = z.object({
  PORT: withDefault(port, '8787', { meaning: 'port of the API, on loopback' }),
  LOCALNET_RPC_PORT: withDefault(port, '8545', { meaning: 'port of the node of the local world, on loopback' }),
  LOCALNET_DIR: withDefault(text, '.localnet', {
    meaning:
      'directory of state and manifest. One process at a time can use it (a lock that ends with the process); another start fails and names that process',
  }),
  TRUSTED_ORIGINS: optional(text, {
    meaning: 'trusted origins, besides `http://localhost:*` and `http://127.0.0.1:*`',
    without: 'none',
  }),
  LOG_LEVEL: withDefault(oneOf(LEVELS), 'warn', { meaning: 'lowest level that Workers log' }),
})
