import { type Address, getAddress } from 'viem'
import { startServices } from '../../../localnet/startServices.ts'
import type { IntelligenceService } from '../../../localnet/intelligence/startIntelligence.ts'
import { WalletIntelligence } from '../../../schema/agents/walletIntelligence.ts'
import { type Answer, dataOf, toAnswer } from '../../account/support.ts'
import { type BorrowedNet, startLocalnet } from '../../support/localnet.ts'
import { seeded } from '../../support/seeded.ts'

export interface IntelligenceNet extends BorrowedNet {
  readonly providers: IntelligenceService
  /** A GET of wallet intelligence. */
  ask(query: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<Answer>
  /** The same, answered. */
  read(query: Readonly<Record<string, string>>): Promise<WalletIntelligence>
  /** An address that nobody knows anything of yet. */
  newWallet(): Address
  /** Requests to a provider that contain a text. */
  requestsTo(provider: string, text: string): string[]
}

/** The agents' Worker over stand-ins for all providers, with little time for each by default. */
export async function startIntelligenceNet(
  options: Partial<Parameters<typeof startLocalnet>[0]> = {},
): Promise<IntelligenceNet> {
  const services = await startServices()
  const budget = { INTELLIGENCE_SOURCE_MS: '8000', INTELLIGENCE_TOTAL_MS: '10000' }
  const variables = { ...services.variables, ...budget, ...options.variables }
  const net = await startLocalnet({ families: ['agents', 'account'], ...options, variables })
  const random = seeded('wallets')
  const ask: IntelligenceNet['ask'] = async (query, headers = {}) =>
    toAnswer(await fetch(`${net.api}/v1/agents/wallet-intelligence?${new URLSearchParams(query)}`, { headers }))
  const { intelligence: providers } = services
  return {
    ...net,
    providers,
    ask,
    read: async (query) => dataOf(await ask(query), WalletIntelligence),
    newWallet: () => getAddress(random.account().address),
    requestsTo: (provider, text) =>
      providers.requests.filter(
        (request) => request.startsWith(`${provider} `) && request.toLowerCase().includes(text.toLowerCase()),
      ),
    async stop() {
      await net.stop()
      await services.stop()
    },
  }
}
