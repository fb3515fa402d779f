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
  PORT: withDefault(port, '8787', { meaning: 'where the API listens, on loopback' }),
  LOCALNET_RPC_PORT: withDefault(port, '8545', { meaning: 'where the node of the local world listens' }),
  LOCALNET_DIR: withDefault(text, '.localnet', {
    meaning:
      'folder of state and manifest. Only one process can use it at a time (a lock that ends with the process); another start is refused, and told which process uses it',
  }),
  TRUSTED_ORIGINS: optional(text, {
    meaning: 'origins besides `http://localhost:*` and `http://127.0.0.1:*`',
    without: 'none',
  }),
  LOG_LEVEL: withDefault(oneOf(LEVELS), 'warn', { meaning: 'the lowest level that Workers log' }),
})
