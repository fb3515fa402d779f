import type * as z from 'zod'
import { lenient, secret, withDefault } from '../env/declare.ts'
import { matching, safeUrl } from '../env/formats.ts'

/** Variables of the wallet provider. A mistake closes the routes that need it, and no others. */
export const custodyVariables = {
  CUSTODY_APP_ID: lenient(matching('1 to 128 of the characters A-Z a-z 0-9 _ -', /^[A-Za-z0-9_-]{1,128}$/), {
    provider: 'walletProvider',
    meaning: 'id of the application at the wallet provider, which holds the keys of creators’ agents',
  }),
  CUSTODY_APP_SECRET: secret('secret of the application at the wallet provider', { provider: 'walletProvider' }),
  CUSTODY_API_URL: withDefault(safeUrl, 'https://api.privy.io', { meaning: 'wallets API of the wallet provider' }),
}

export type CustodyEnv = z.output<z.ZodObject<typeof custodyVariables>>
