import * as z from 'zod'
import { binding, optional, previous, secret, withDefault } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'
import { matching, texts } from '../../shared/env/formats.ts'

export const TokenEnv = z.object({
  ...readVariables,
  DB: binding<D1Database>('database', 'D1: the managed token list'),
  TOKEN_LIST_KEY: secret('bearer token of the operator, for changes of the token list'),
  TOKEN_LIST_KEY_PREVIOUS: previous,
  ARTWORK_HOSTS: withDefault(texts('host names'), '', {
    meaning: 'hosts that pictures of coins may be fetched from',
    without: 'no host; pictures are drawn',
  }),
  IPFS_GATEWAY: optional(matching('a host name', /^[^\s/]+$/), {
    meaning: 'host of `ARTWORK_HOSTS` that serves `/ipfs/<cid>`',
    without: 'none',
  }),
})
export type TokenEnv = z.output<typeof TokenEnv>
