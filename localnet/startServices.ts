import type { Address } from 'viem'
import { makeBot } from './chatapp/makeBot.ts'
import { type Chatapp, startChatapp } from './chatapp/startChatapp.ts'
import { startCreGateway } from './creGateway/startCreGateway.ts'
import { type Identity, startIdentity } from './identity/startIdentity.ts'
import { type Reputation, startReputation } from './reputation/startReputation.ts'
import { startSocial } from './social/startSocial.ts'
import { startSvm } from './svm/startSvm.ts'

/** A stand-in for an external service: it speaks the service's protocol on its own loopback port. */
export interface Service {
  readonly url: string
  /** Variables and secrets with which the Workers reach it. */
  readonly variables: Readonly<Record<string, string>>
  stop(): Promise<void>
}

export interface Services extends Omit<Service, 'url'> {
  /** By the name that the manifest gives each. */
  readonly urls: Record<string, string>
  readonly chatapp: Chatapp
  readonly identity: Identity
  readonly reputation: Reputation
}

interface Options {
  /** Where the page of the Mini App is served; `chatapp.serveAt` if that is known later. */
  readonly host?: string
  /** Contract wallet of the owner of the local world. */
  readonly wallet?: Address | undefined
  /** Tells a person what would have been sent by e-mail. */
  readonly print?: (line: string) => void
}

/** Starts them all. */
export async function startServices({ host, wallet, print = () => {} }: Options = {}): Promise<Services> {
  // The chat app signs for a bot; the identity provider accepts what was signed for it.
  const bot = makeBot()
  const [creGateway, social, svm, chatapp, identity, reputation] = await Promise.all([
    startCreGateway(),
    startSocial(),
    startSvm(),
    startChatapp({ bot, host }),
    startIdentity({ botToken: bot.token, wallet, print }),
    startReputation({ wallet }),
  ])
  const started: Readonly<Record<string, Service>> = { creGateway, social, svm, chatapp, identity, reputation }
  const all = Object.values(started)
  return {
    urls: Object.fromEntries(Object.entries(started).map(([name, { url }]) => [name, url])),
    variables: Object.assign({}, ...all.map(({ variables }) => variables)),
    chatapp,
    identity,
    reputation,
    stop: async () => void (await Promise.all(all.map((service) => service.stop()))),
  }
}
