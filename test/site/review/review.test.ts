import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accountOf } from '../../account/support.ts'
import { openBrowser } from '../../browser/openBrowser.ts'
import { build, builtOf, sessionOf } from '../../build/support.ts'
import { injectedProvider } from '../../client/viem/injectedProvider.ts'
import { startLocalnet } from '../../support/localnet.ts'
import { CHROMIUM, needs } from '../../support/machine.ts'
import { useNet } from '../../support/useNet.ts'
import { openPageWallet, type PageWallet, WALLET_NAME, WALLET_SCRIPT } from '../try/visitor.ts'
import { violationsOf } from '../try/violationsOf.ts'

const PATIENCE_MS = 15_000
const MARKUP = '<img src=x onerror="document.title=1">'

describe('the review of a transaction', needs('Chromium', CHROMIUM), () => {
  const wallets = new Map<Page, PageWallet>()
  const net = useNet(() => startLocalnet({ families: ['account', 'build', 'context', 'site', 'vetoken'] }))
  const browser = useNet(() => openBrowser(), 120_000)

  const linkTo = (operationId: string, args: unknown): string =>
    `${net.host}/review#${operationId}:${Buffer.from(JSON.stringify(args)).toString('base64url')}`

  async function visit(url: string, { hasClock = false } = {}) {
    const page = await browser.freshTab(net.host, { script: WALLET_SCRIPT, hasClock })
    const wallet = wallets.get(page) ?? (await openPageWallet(page))
    wallets.set(page, wallet)
    const built: string[] = []
    page.on('request', (request) => request.url().includes('/v1/build/') && built.push(request.postData() ?? ''))
    // A goto that changes the fragment alone loads nothing.
    await page.goto(`${net.host}/robots.txt`)
    await page.goto(url)
    const room = page.locator('[data-review]')
    return {
      page,
      room,
      /** Bodies of the builds that the page requested. */
      built,
      says: async (text: string | RegExp) => {
        const there = room.getByText(text).first().waitFor({ timeout: PATIENCE_MS })
        await there.catch(async () => expect(await room.innerText()).toMatch(text))
      },
      press: (name: string | RegExp) => room.getByRole('button', { name }).click(),
      async signIn(role: Parameters<typeof injectedProvider>[1], onCall = (_method: string): unknown => undefined) {
        const provider = injectedProvider(net, role)
        wallet.use({
          request: async (call) => {
            const own = onCall(call.method)
            return own === undefined ? provider.request(call) : own
          },
        })
        await room.getByRole('button', { name: WALLET_NAME }).click()
        await room.getByText(/Signed in as/).waitFor({ timeout: PATIENCE_MS })
        return provider
      },
    }
  }

  const amount = '1000000000000000000'

  test('builds what an agent built again, shows what it does and who vouches for it, and sends it with the wallet', async () => {
    const headers = await sessionOf(net, 'voter')
    const { reviewUrl, description } = builtOf(await build(net.api, 'vetoken/increase', headers, { amount }))
    const { page, room, built, says, press, signIn } = await visit(reviewUrl ?? '')
    await says(`It is for ${accountOf(net, 'voter').address}`)
    const provider = await signIn('voter')
    expect(built).toEqual([])
    await press('Build it now')
    await says('The simulation succeeded')
    expect(await room.innerText()).toContain(description)
    await says(/^protocol .*, confirmed by/)
    expect(provider.methods).not.toContain('eth_sendTransaction')
    expect(await violationsOf(page, '[data-review]')).toEqual([])
    await press(/^Send with/)
    await says('Read it back')
    expect(provider.methods).toContain('eth_sendTransaction')
  })

  test('is sent by no wallet but the one that it is for', async () => {
    const from = accountOf(net, 'voter').address
    const { room, says, press, signIn } = await visit(linkTo('buildVetokenIncrease', { amount, from }))
    await signIn('bidder')
    await press('Build it now')
    await says('which is not the wallet that is signed in')
    expect(await room.getByRole('button', { name: /^Send/ }).count()).toBe(0)
  })

  test('keeps values of a link as texts, and leaves the waiver of a check to the visitor', async () => {
    const { auction } = net.world.contracts
    const bid = { auction, maxPriceQ96: String(2n ** 120n), amountDecimal: '0.01', owner: MARKUP }
    const { page, room, built, says, press, signIn } = await visit(
      linkTo('buildAuctionSubmitBid', { ...bid, allowUnproven: true }),
    )
    await says(MARKUP)
    expect(await room.locator('img').count()).toBe(0)
    expect(await page.title()).not.toBe('1')
    await signIn('bidder')
    await press('Build it now')
    await says(/owner: must be an address/)
    expect(built.map((body) => JSON.parse(body))).toEqual([bid])
    await room.getByLabel(/^I know the contract/).check()
    await press('Build it now')
    await expect.poll(() => built.length).toBe(2)
    expect(JSON.parse(built[1] ?? '')).toEqual({ ...bid, allowUnproven: true })
  })

  test('an unknown field of a link, such as a credential, is refused by name', async () => {
    const link = linkTo('buildVetokenIncrease', { amount, accessToken: 'secret' })
    const { says, press, signIn } = await visit(link)
    await signIn('voter')
    await press('Build it now')
    await says(/accessToken/)
    await says(/invalid_request/)
  })

  test.each([
    ['an operation that does not exist', 'buildNothing', {}],
    ['an operation that builds nothing', 'getVetokenUser', {}],
    ['a write', 'createSession', {}],
    ['a path', '../../spec', {}],
    ['a list', 'buildVetokenIncrease', []],
  ])('refuses a link with %s', async (_, operationId, args) => {
    const { room, says } = await visit(linkTo(operationId, args))
    await says('This link is not one of a builder of this API')
    expect(await room.getByRole('button').count()).toBe(0)
  })

  test.each(['', '#', '#buildVetokenIncrease', '#buildVetokenIncrease:e30!', '#buildVetokenIncrease:_w'])(
    'refuses the link "%s"',
    async (fragment) => {
      const { says } = await visit(`${net.host}/review${fragment}`)
      await says('This link is not one of a builder of this API')
    },
  )

  test('another fragment leaves nothing of the former transaction', async () => {
    const { page, room, says, press, signIn } = await visit(linkTo('buildVetokenIncrease', { amount }))
    await signIn('voter')
    await press('Build it now')
    await says('What would happen')
    await page.evaluate(`location.hash = ${JSON.stringify(new URL(linkTo('buildVetokenUnlock', {})).hash)}`)
    await says('buildVetokenUnlock')
    expect(await room.getByText('What would happen').count()).toBe(0)
    expect(await room.getByText(/Signed in as/).count()).toBe(0)
    expect(await room.getByRole('button', { name: 'Build it now' }).count()).toBe(0)
  })

  test('security: another fragment ends the sending of the transaction before it', async () => {
    const lock = linkTo('buildVetokenLock', { amount, durationSec: '31536000' })
    const { page, room, says, press, signIn } = await visit(lock, { hasClock: true })
    const requested: string[] = []
    let isMined = false
    const onCall = (method: string): unknown => {
      requested.push(method)
      return method === 'eth_getTransactionReceipt' && !isMined ? null : undefined
    }
    await signIn('bidder', onCall)
    await press('Build it now')
    await press(/^Send with/)
    await says('Waiting for its block')
    expect(await room.getByRole('button', { name: 'Build it now' }).isDisabled()).toBe(true)
    await page.evaluate(`location.hash = ${JSON.stringify(new URL(linkTo('buildVetokenUnlock', {})).hash)}`)
    await says('buildVetokenUnlock')
    isMined = true
    await page.clock.fastForward(5000)
    await signIn('bidder', onCall)
    await press('Build it now')
    await says('What would happen')
    expect(requested.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
  })
})
