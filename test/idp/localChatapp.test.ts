import { isValid, parse } from '@tma.js/init-data-node'
import { retrieveLaunchParams } from '@tma.js/bridge'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { launchFields } from '../../functions/chatapp/page/identity/launchFields.ts'
import { startServices } from '../../localnet/startServices.ts'
import { useNet } from '../support/useNet.ts'

const services = useNet(() => startServices())
beforeAll(async () => {
  services.chatapp.serveAt('http://127.0.0.1:8787')
})

const open = (query = '') => fetch(`${services.urls['chatapp']}/open${query}`, { redirect: 'manual' })
const locationOf = (response: Response) => new URL(response.headers.get('location') ?? '')

describe('the local chat app', () => {
  test('opens the Mini App with launch data of now, which the ecosystem’s library accepts', async () => {
    const response = await open('?user=42&username=ada')
    expect(response.status).toBe(302)
    const { origin, pathname, search, hash } = locationOf(response)
    expect([origin, pathname, search]).toEqual(['http://127.0.0.1:8787', '/chatapp/link', ''])
    const raw = new URLSearchParams(hash.slice(1)).get('tgWebAppData') ?? ''
    expect(isValid(raw, services.chatapp.bot.token)).toBe(true)
    expect(parse(raw)).toMatchObject({ user: { id: 42, username: 'ada' }, chat_type: 'private' })
  })

  test('writes what the client’s library reads', async () => {
    const location = { href: locationOf(await open()).href }
    vi.stubGlobal('window', { location })
    vi.stubGlobal('sessionStorage', { setItem: () => {} })
    try {
      expect(retrieveLaunchParams()).toMatchObject({
        tgWebAppVersion: '8.0',
        tgWebAppPlatform: 'weba',
        tgWebAppData: { user: { id: 700000001, username: 'localnet' } },
      })
    } finally {
      vi.unstubAllGlobals()
    }
  })

  test('opens it from a link of the bot', async () => {
    const { searchParams } = locationOf(await open('?user=42&username=ada&linkToken=abc.d-e_f'))
    expect(Object.fromEntries(searchParams)).toEqual({
      tgMiniApp: '1',
      tgEntry: 'link',
      chatAction: 'link-account',
      tgChatId: '42',
      tgLinkToken: 'abc.d-e_f',
      tgUsername: 'ada',
    })
  })

  test.each(['?user=x', '?user=0', '?user=9999999999999999', '?username=a%20b', '?linkToken=%0d%0ax', '?linkToken='])(
    'refuses %s',
    async (query) => {
      expect((await open(query)).status).toBe(400)
    },
  )

  test('says how to use it, and has nothing else', async () => {
    const root = services.urls['chatapp'] ?? ''
    expect(await (await fetch(root)).text()).toContain(`${root}/open?user=42&username=ada`)
    expect((await fetch(`${root}/other`)).status).toBe(404)
    expect((await fetch(`${root}/open`, { method: 'POST' })).status).toBe(405)
  })

  test('shares its bot with the identity provider, which has the settings of the Workers', async () => {
    const { identity, chatapp, variables } = services
    expect(variables).toMatchObject({
      CHATAPP_BOT_TOKEN: chatapp.bot.token,
      IDP_APP_ID: identity.appId,
      IDP_API_URL: services.urls['identity'],
    })
    expect(variables['CHATAPP_BOT_TOKEN']).toMatch(/^\d{10}:[A-Za-z0-9_-]{35}$/)
    const opened = identity.users.open('ada@example.com')
    const token = await identity.tokens.issue(opened?.user.id ?? '')
    const response = await fetch(`${identity.url}/api/v1/telegram/link`, {
      method: 'POST',
      headers: { 'privy-app-id': identity.appId, authorization: `Bearer ${token}` },
      body: JSON.stringify({ telegram_web_app_data: launchFields(chatapp.launchData()) }),
    })
    expect(response.status).toBe(200)
  })
})
