import { decodeJwt } from 'jose'
import { startChatappNet } from '../test/chatapp/startChatappNet.ts'
import { oneConnection } from './client.ts'
import { stepCosts, toStorage } from './stepCosts.ts'
import type { StorageCalls, Upstream } from './storageWorker.ts'

/**
 * The cost of a step of the chat-app link, one after the other over one connection: milliseconds, as a ratio to the bare
 * Worker and to one that makes the same storage calls, and the requests to the identity provider. Completing is repeated: its
 * account and link exist.
 */
export async function linkCosts(bare: string, storage: (calls: StorageCalls) => string): Promise<string[][]> {
  const net = await startChatappNet({ inWorkerd: true, variables: { LIMIT_MULTIPLIER: '1000000' } })
  const client = oneConnection()
  try {
    const ada = await net.join()
    const json = { 'content-type': 'application/json' }
    const post = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => {
      const url = `${net.sockets['chatapp']}/chatapp/${path}`
      const answer = await client.send(url, {
        method: 'POST',
        headers: { ...json, ...headers },
        body: JSON.stringify(body),
      })
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    }
    const { IDP_APP_ID: appId = '', IDP_APP_SECRET: secret } = net.identity.variables
    const { sub = '' } = decodeJwt(ada.headers['authorization']?.slice('Bearer '.length) ?? '')
    const userRequest = (): Upstream => ({
      url: `${net.identity.url}/v1/users/${encodeURIComponent(sub)}`,
      headers: { authorization: `Basic ${btoa(`${appId}:${secret}`)}`, 'privy-app-id': appId },
    })
    let users = 900_000_000
    const steps = {
      createMiniappSession: {
        run: () => post('miniapp/session', { initData: net.chatapp.launchData({ user: String(++users) }) }),
        calls: 'nw',
      },
      checkLinkReady: {
        run: () => post('link/ready', { email: ada.email }, ada.headers),
        calls: 'r',
        upstream: userRequest,
      },
      completeChatappLink: {
        run: () => post('link/complete', { sessionToken: ada.sessionToken }, ada.headers),
        calls: 'roow',
        upstream: userRequest,
      },
    }
    const least = { bare: () => client.send(bare), storage: toStorage(client.send, storage) }
    return await stepCosts(least, steps, net.identity.lookups)
  } finally {
    client.close()
    await net.stop()
  }
}
