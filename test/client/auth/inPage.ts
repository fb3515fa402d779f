import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountOf } from '../../account/support.ts'
import type { OpenBrowser } from '../../browser/openBrowser.ts'
import { bundleProgram } from '../../support/bundleProgram.ts'
import { type BorrowedNet, startLocalnet } from '../../support/localnet.ts'

/** Tests of signing in from a page, whose session is a cookie. */
export function inPage(current: () => OpenBrowser) {
  let net: BorrowedNet
  let script: string
  beforeAll(async () => {
    net = await startLocalnet({ families: ['account', 'site'] })
    script = await bundleProgram(
      `import * as vaults from 'creator-vault'
      import { signInAgent } from 'creator-vault/agent'
      import { privateKeyToAccount } from 'viem/accounts'
      Object.assign(globalThis, { vaults, signInAgent, privateKeyToAccount })`,
      { format: 'iife' },
    )
  })
  afterAll(() => net.stop())

  /** Runs in the page after the client has been loaded; `signed` counts the signatures of the voter. */
  const run = (page: Page, lines: string): Promise<unknown> =>
    page.evaluate(`(async () => {
      ${script}
      const { createAuthHandoff, createClient, endAllAuthSessions, fromStore, getAuthMe, signIn, signOut, webStore } = vaults
      const account = privateKeyToAccount(${JSON.stringify(net.world.accounts.find(({ role }) => role === 'voter')?.privateKey)})
      let signed = 0
      const signer = { address: account.address, signMessage: (given) => (signed++, account.signMessage(given)) }
      const client = createClient({ network: { chainId: 31337, baseUrl: ${JSON.stringify(net.api)} } })
      ${lines}
    })()`)

  test('the session is a cookie that no script sees, is found again, renewed, and ended', async () => {
    const page = await current().freshTab(net.host)
    await page.goto(`${net.host}/robots.txt`)
    const { address } = accountOf(net, 'voter')
    const first = await run(
      page,
      `const { token } = await signIn(client, signer, { store: webStore('test', sessionStorage) })
      return [token, document.cookie, (await getAuthMe(client)).address, signed]`,
    )
    expect(first).toEqual([null, '', address, 1])

    await page.reload()
    const again = await run(
      page,
      `const store = webStore('test', sessionStorage)
      const session = await fromStore(client, store)
      const own = await signIn(client, signer, { store })
      const before = signed
      await endAllAuthSessions({ ...client })
      const renewed = await Promise.all(Array.from({ length: 5 }, () => getAuthMe(client)))
      const after = signed
      await signOut(client)
      return [session.address, own.address, before, renewed.length, after, sessionStorage.length, await fromStore(client, store)]`,
    )
    expect(again).toEqual([address, address, 0, 5, 1, 0, null])
  })

  test('an agent signs requests with a body, beside the session of a person', async () => {
    const page = await current().freshTab(net.host)
    await page.goto(`${net.host}/robots.txt`)
    const owner = JSON.stringify(net.world.accounts.find(({ role }) => role === 'agent')?.privateKey)
    const answers = await run(
      page,
      `await signIn(client, signer)
      const other = createClient({ network: client.network })
      await signInAgent(other, { account: privateKeyToAccount(${owner}), agentId: 0 })
      const { code } = await createAuthHandoff(other, {})
      return [code.length, (await getAuthMe(other)).kind, (await getAuthMe(client)).kind]`,
    )
    expect(answers).toEqual([64, 'siwa', 'session'])
  })
}
