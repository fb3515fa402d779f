import type { x402Client } from '@x402/fetch'
import type { Client } from './createClient.ts'
export const payFor = (client: Client, _payer: x402Client): Client => client
