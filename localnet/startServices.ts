import type { Service } from './standIn.ts'
import type { Address } from 'viem'
import { makeBot } from './chatapp/bot.ts'
import { startChatapp } from './chatapp/startChatapp.ts'
import { startCustody } from './custody/startCustody.ts'
import { startCreGateway } from './creGateway/startCreGateway.ts'
import type { PaidChain } from './facilitator/openFacilitator.ts'
import { startDexApi } from './dexApi/startDexApi.ts'
import { startFacilitator } from './facilitator/startFacilitator.ts'
import { startImaging } from './imaging/startImaging.ts'
import { startIdentity } from './identity/startIdentity.ts'
import { startPaymaster } from './paymaster/startPaymaster.ts'
import { startReputation } from './reputation/startReputation.ts'
import { startIntelligence } from './intelligence/startIntelligence.ts'
import { startModel } from './model/startModel.ts'
import { startMsgnet } from './msgnet/startMsgnet.ts'
import { startSocial } from './social/startSocial.ts'
import { startStorage } from './storage/startStorage.ts'
import { startSvm } from './svm/startSvm.ts'
import { startTrend } from './trend/startTrend.ts'
import { startWallet } from './wallet/startWallet.ts'
import type { AgentWorld } from './web/pages.ts'
import { startWeb } from './web/startWeb.ts'

export type Services = Awaited<ReturnType<typeof startServices>>

interface Options {
  /** Origin of the Mini App's page; `chatapp.serveAt` if it is known later. */
  readonly host?: string
  /** Contract wallet of the owner of the local world. */
  readonly wallet?: Address | undefined
  /** The local world, whose agents have sites; `web.serveAgents` if it is known later. */
  readonly world?: AgentWorld | undefined
  /** The chain on which payments are settled; `facilitator.serveChain` if it is known later. */
  readonly chain?: PaidChain | undefined
  /** Prints messages that a real provider would send by e-mail. */
  readonly print?: (line: string) => void
}

/** Starts them all: `urls` by the name that the manifest gives each, and the `variables` with which Workers reach them. */
export async function startServices({ host, wallet, world, chain, print = () => {} }: Options = {}) {
  // The chat app signs for a bot; the identity provider accepts what was signed for it.
  const bot = makeBot()
  const started = {
    creGateway: await startCreGateway(),
    social: await startSocial(),
    svm: await startSvm(),
    storage: await startStorage(),
    chatapp: await startChatapp({ bot, host }),
    identity: await startIdentity({ botToken: bot.token, wallet, print }),
    custody: await startCustody(),
    web: await startWeb(world),
    reputation: await startReputation({ wallet }),
    intelligence: await startIntelligence(),
    model: await startModel(),
    imaging: await startImaging(),
    msgnet: await startMsgnet(),
    facilitator: await startFacilitator(chain),
    trend: await startTrend(),
    dexApi: await startDexApi(chain && world && { ...chain, contracts: world.contracts }),
    paymaster: await startPaymaster(chain && world && { ...chain, contracts: world.contracts }),
    wallet: await startWallet(world && chain),
  }
  const all: readonly Service[] = Object.values(started)
  return {
    urls: Object.fromEntries(Object.entries(started).map(([name, { url }]) => [name, url])),
    variables: Object.assign({}, ...all.map(({ variables }) => variables)),
    ...started,
    stop: async () => void (await Promise.all(all.map((service) => service.stop()))),
  }
}
