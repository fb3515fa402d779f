import { type Address, encodeAbiParameters, erc20Abi, parseAbiParameters } from 'viem'
import { writeContract } from 'viem/actions'
import type { Page } from 'playwright-core'
import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { startWallet } from '../../../localnet/wallet/startWallet.ts'
import { accountOf } from '../../account/support.ts'
import { openBrowser } from '../../browser/openBrowser.ts'
import { type Habits, injectedProvider, ProviderError } from '../../client/viem/injectedProvider.ts'
import { keyWallet } from '../../client/viem/keyWallet.ts'
import { deployAltered } from '../../support/deployAltered.ts'
import { startLocalnet } from '../../support/localnet.ts'
import { CHROMIUM, needs } from '../../support/machine.ts'
import { violationsOf } from './violationsOf.ts'
import { openPageWallet, type PageWallet, tabTo, WALLET_NAME, WALLET_SCRIPT } from './visitor.ts'
import { minedReceipt } from '../../../localnet/world/minedReceipt.ts'
import { useNet } from '../../support/useNet.ts'

const User = z.object({ data: z.object({ lock: z.object({ amount: z.string() }).nullable() }) })
const PATIENCE_MS = 15_000
const MARKUP = '<img src=x onerror="document.title=1">'

describe('Try it', needs('Chromium', CHROMIUM), () => {
  const wallets = new Map<Page, PageWallet>()

  const local = useNet(() => startWallet())
  const net = useNet(() =>
    startLocalnet({
      families: ['account', 'build', 'context', 'lpstrat', 'site', 'vetoken'],
      variables: local.variables,
    }),
  )
  const browser = useNet(() => openBrowser(), 120_000)

  /** The page of an operation, in a browser that has a wallet. */
  async function visit(path: string, { hasClock = false } = {}) {
    const page = await browser.freshTab(net.host, { script: WALLET_SCRIPT, hasClock })
    const wallet = wallets.get(page) ?? (await openPageWallet(page))
    wallets.set(page, wallet)
    wallet.use(undefined)
    await page.goto(`${net.host}/docs/operations/${path}`)
    // The form is made when it comes into view.
    await page.locator('#try').scrollIntoViewIfNeeded()
    await page.locator('#try form').waitFor({ timeout: PATIENCE_MS })
    const form = page.locator('#try')
    return {
      page,
      wallet,
      form,
      press: (name: string | RegExp) => form.getByRole('button', { name }).click(),
      /** Builds, with the values of the link confirmed. */
      async build() {
        await form.getByLabel(/^I have checked/).check()
        await form.getByRole('button', { name: 'Build' }).click()
      },
      async says(text: string | RegExp) {
        const there = form.getByText(text).first().waitFor({ timeout: PATIENCE_MS })
        await there.catch(async () => expect(await form.innerText()).toMatch(text))
      },
      /** Chooses the wallet, which signs in. */
      async signIn(provider: ReturnType<typeof injectedProvider>) {
        wallet.use(provider)
        await form.getByRole('button', { name: WALLET_NAME }).click()
      },
    }
  }

  const pocket = (role: Parameters<typeof injectedProvider>[1], habits: Habits = {}) =>
    injectedProvider(net, role, habits)
  const lockOf = async (address: string): Promise<bigint> => {
    const answer = await fetch(`${net.api}/v1/vetoken/user/${address}`)
    return BigInt(User.parse(await answer.json()).data.lock?.amount ?? 0)
  }

  /** Share tokens of the owner for somebody who has none. */
  async function fund(to: Address): Promise<void> {
    const wallet = keyWallet(net, accountOf(net, 'owner'))
    const args = [to, 10n * 10n ** 18n] as const
    const call = { abi: erc20Abi, address: net.world.contracts.shareToken, functionName: 'transfer', args } as const
    await minedReceipt(wallet, await writeContract(wallet, call))
  }

  describe('a read', () => {
    test('is sent as it is shown, and answers with its block, budget and body', async () => {
      const { page, form, press } = await visit(`getVetokenUser?address=${net.world.contracts.vault}`)
      const pending = page.waitForRequest((request) => request.url().includes('/v1/vetoken/user/'))
      await press('Send')
      expect(new URL((await pending).url()).pathname).toBe(`/api/v1/vetoken/user/${net.world.contracts.vault}`)
      await form.getByText('200 OK').waitFor()
      const text = await form.innerText()
      expect(text).toContain(`GET /api/v1/vetoken/user/${net.world.contracts.vault}`)
      expect(text).toMatch(/As of block\s+\d+/)
      expect(text).toMatch(/Budget\s+[\d,]+ of [\d,]+ left/)
      expect(text).toContain('hasActiveLock: false')
    })

    test('asks for what is missing before it is sent', async () => {
      const { page, press, says } = await visit('getVetokenUser')
      await page.fill('#try-path-address', '')
      await press('Send')
      await says('address is required')
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('try-path-address')
    })

    test('shows an error beside the field that it names, with its fix and its page', async () => {
      const { page, form, press, says } = await visit('getVetokenUser?address=0x12')
      await press('Send')
      await says('400')
      const input = page.locator('#try-path-address')
      expect(await input.getAttribute('aria-invalid')).toBe('true')
      expect(await page.locator('#try-path-address-fault').innerText()).toContain('must be an address')
      expect(await form.getByRole('link', { name: 'invalid_request' }).getAttribute('href')).toBe(
        '/docs/errors/invalid_request',
      )
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('try-path-address')
      expect(await violationsOf(page)).toEqual([])
    })

    test('works by keyboard alone', async () => {
      const { page, says } = await visit('getVetokenUser')
      await page.focus('#try-path-address')
      await page.keyboard.press('Enter')
      await says('200 OK')
    })

    test('waits as long as the service says after too many requests', async () => {
      await net.withVariables({ LIMIT_READ: '1' }, async () => {
        const { form, press, says } = await visit('getVetokenUser')
        // A wait that ends with the minute is over at once, and the budget is new.
        for (;;) {
          await press('Send')
          await says(/^(200|429) /)
          if ((await form.getByText(/Send it again in \d+ s/).count()) > 0) break
        }
      })
    })
  })

  describe('a builder', () => {
    const LOCK = 'buildVetokenLock?amount=&amountDecimal=2&durationSec=31536000'

    test('is signed in, built, and sent call by call when its visitor presses it', async () => {
      const { page, form, press, build, says, signIn } = await visit(LOCK)
      expect(await form.getByRole('button', { name: 'Build' }).isDisabled()).toBe(true)
      const provider = pocket('stranger')
      await fund(provider.account.address)
      await signIn(provider)
      await says(/Signed in as/)
      await build()
      await says('What would happen')
      const text = await form.innerText()
      expect(text).toContain('approval first')
      expect(text).toMatch(/Lock 2 ■AURORA/)
      expect(text).toContain('The simulation succeeded')
      expect(text).toMatch(/Expires in \d+/)
      expect(provider.methods).not.toContain('eth_sendTransaction')
      expect(await violationsOf(page)).toEqual([])

      await press(/^Send with/)
      await says('Read it back')
      expect(await violationsOf(page)).toEqual([])
      expect(provider.methods.filter((method) => method === 'eth_sendTransaction')).toHaveLength(2)
      await form.getByText('mined').nth(1).waitFor()
      expect(await lockOf(provider.account.address)).toBe(2n * 10n ** 18n)
      const link = form.getByRole('link', { name: 'getVetokenUser' })
      expect(await link.getAttribute('href')).toContain(provider.account.address)
      expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie')).toBe('{}')
    })

    test('is sent as one batch if the wallet takes it', async () => {
      const { form, press, build, says, signIn } = await visit('buildVetokenIncrease?amount=&amountDecimal=1')
      const provider = pocket('voter', { atomic: 'supported' })
      const before = await lockOf(provider.account.address)
      await signIn(provider)
      await says(/Signed in as/)
      await build()
      await says('The simulation succeeded')
      await press(/^Send with/)
      await says('Read it back')
      expect(provider.methods).toContain('wallet_sendCalls')
      expect(provider.methods).not.toContain('eth_sendTransaction')
      expect(await lockOf(provider.account.address)).toBe(before + 10n ** 18n)
      await form.getByText('mined').first().waitFor()
    })

    test('is signed in, built and sent by keyboard alone', async () => {
      const { page, wallet, says } = await visit('buildVetokenIncrease?amount=&amountDecimal=1')
      const provider = pocket('voter')
      wallet.use(provider)
      const before = await lockOf(provider.account.address)
      // The first stop leads to the content.
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await tabTo(page, WALLET_NAME)
      await says(/Signed in as/)
      await tabTo(page, 'I have checked', 'Space')
      await tabTo(page, 'Build')
      await says('The simulation succeeded')
      await tabTo(page, 'Send with')
      await says('Read it back')
      expect(await lockOf(provider.account.address)).toBe(before + 10n ** 18n)
    })

    test('says that the signature was refused, and can be tried again', async () => {
      const { press, says, signIn } = await visit(LOCK)
      const provider = pocket('bidder')
      let isWilling = false
      await signIn({
        ...provider,
        async request(call) {
          if (call.method === 'personal_sign' && !isWilling) throw new ProviderError(4001, 'User rejected the request.')
          return provider.request(call)
        },
      })
      await says('You refused it in the wallet.')
      isWilling = true
      await press(WALLET_NAME)
      await says(/Signed in as/)
    })

    test('says that a transaction was refused, and that nothing was sent', async () => {
      const { press, build, says, signIn } = await visit(LOCK)
      const provider = pocket('bidder', {
        beforeSigning() {
          throw new ProviderError(4001, 'User rejected the request.')
        },
      })
      await signIn(provider)
      await says(/Signed in as/)
      await build()
      await says('What would happen')
      await press(/^Send with/)
      await says('Nothing was sent. You refused it in the wallet.')
      expect(await lockOf(provider.account.address)).toBe(0n)
    })

    test('is not sent against its issues before they are accepted', async () => {
      const { form, press, says, signIn } = await visit('buildVetokenUnlock')
      const provider = pocket('admin')
      await signIn(provider)
      await says(/Signed in as/)
      await press('Build')
      await says('no_lock')
      const button = form.getByRole('button', { name: /^Send anyway/ })
      expect(await button.isDisabled()).toBe(true)
      expect(provider.methods).not.toContain('eth_sendTransaction')
      await form.getByRole('checkbox').check()
      expect(await button.isEnabled()).toBe(true)
      await form.getByRole('checkbox').uncheck()
      expect(await button.isDisabled()).toBe(true)
    })

    test('ends its session and what it built when the wallet changes its account', async () => {
      const { page, form, wallet, build, says, signIn } = await visit(LOCK)
      await signIn(pocket('bidder'))
      await says(/Signed in as/)
      await build()
      await says('What would happen')
      await wallet.emit(page, 'accountsChanged', [pocket('voter').account.address])
      await says('The wallet changed its account')
      expect(await form.getByText('What would happen').count()).toBe(0)
      expect(await form.getByRole('button', { name: 'Build' }).isDisabled()).toBe(true)
    })

    test('sends no further call when the wallet has changed its account after the first', async () => {
      const { press, build, says, signIn } = await visit(LOCK)
      const provider = pocket('bidder')
      let isElsewhere = false
      await signIn({
        ...provider,
        async request(call) {
          const result = await provider.request(call)
          if (call.method === 'eth_sendTransaction') isElsewhere = true
          return call.method === 'eth_accounts' && isElsewhere ? [pocket('voter').account.address] : result
        },
      })
      await says(/Signed in as/)
      await build()
      await says('What would happen')
      await press(/^Send with/)
      await says('The wallet is on another account, so this call was not sent.')
      expect(provider.methods.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
      expect(await lockOf(provider.account.address)).toBe(0n)
    })

    test('offers to change the chain of a wallet that is on another', async () => {
      const { page, form, wallet, build, says, signIn } = await visit(LOCK)
      await signIn(pocket('bidder', { chainId: 1 }))
      await says(/Signed in as/)
      await build()
      await says('The wallet is on chain 1')
      expect(await form.getByRole('button', { name: /^Send/ }).count()).toBe(0)
      await wallet.emit(page, 'chainChanged', '0x7a69')
      await form.getByRole('button', { name: /^Send with/ }).waitFor()
    })

    test('cannot be sent once it has expired, and is built again', async () => {
      const strategy = net.world.contracts.lpStrategy
      const { page, form, press, build, says, signIn } = await visit(
        `buildLpSetActive?strategy=${strategy}&active=false`,
        {
          hasClock: true,
        },
      )
      await signIn(pocket('owner'))
      await says(/Signed in as/)
      await build()
      await says(/Expires in/)
      await page.clock.fastForward(302_000)
      await says('This build has expired')
      expect(await form.getByRole('button', { name: /^Send/ }).count()).toBe(0)
      await press('Build again')
      await form.getByRole('button', { name: /^Send/ }).first().waitFor()
    })

    test('reads with the session what needs one, and keeps the markup of a token’s symbol a text', async () => {
      const { shareToken } = net.world.contracts
      const symbol = encodeAbiParameters(parseAbiParameters('string'), [MARKUP])
      const token = await deployAltered(net.rpcUrl, shareToken, { 'symbol()': symbol })
      const { page, form, press, says, signIn } = await visit(`getWalletTokenBalance?token=${token}`)
      await signIn(pocket('bidder'))
      await says(/Signed in as/)
      await press('Send')
      await says('200 OK')
      expect(await form.innerText()).toContain('<img src=x onerror=')
      expect(await form.locator('img').count()).toBe(0)
      expect(await page.title()).not.toBe('1')
    })

    test('shows the name of a wallet as a text, and no picture from elsewhere', async () => {
      const { page, form } = await visit(LOCK)
      await form.getByRole('button', { name: WALLET_NAME }).waitFor()
      expect(await form.locator('.try-choice b, .try-choice img').count()).toBe(0)
      expect(await page.locator('meta[name="local-wallet"]').count()).toBe(1)
    })

    describe('that a link has filled', () => {
      const FILLED = `${LOCK}&allowUnproven=true`
      const buildsOf = (page: Page) => {
        const urls: string[] = []
        page.on('request', (request) => urls.push(request.url()))
        return () => urls.filter((url) => url.includes('/v1/build/vetoken/lock'))
      }

      test('shows which values are the link’s, and builds only once its visitor has confirmed them', async () => {
        const { page, form, press, says, signIn } = await visit(FILLED)
        const builds = buildsOf(page)
        await signIn(pocket('bidder'))
        await says(/Signed in as/)
        expect(await form.getByRole('button', { name: 'Build' }).isDisabled()).toBe(true)
        await page.focus('#try-body-durationSec')
        await page.keyboard.press('Enter')
        const values = form.getByRole('region', { name: 'Values from the link' })
        expect(await values.innerText()).toMatch(/amountDecimal\s+2\s+durationSec\s+31536000/)
        const described = await page.getAttribute('#try-body-durationSec', 'aria-describedby')
        expect(described).toContain('try-body-durationSec-link')
        expect(await page.locator('#try-body-durationSec-link').innerText()).toBe('from the link')
        expect(await violationsOf(page)).toEqual([])
        expect(builds()).toEqual([])
        await form.getByLabel(/^I have checked/).check()
        await press('Build')
        await says('What would happen')
        expect(builds()).toHaveLength(1)
      })

      test('cannot be waived a check by the link', async () => {
        const { form } = await visit(FILLED)
        expect(await form.getByLabel('Request').innerText()).not.toContain('allowUnproven')
      })

      test('that names a contract which nothing proves is refused with what would prove it, and built only if its visitor allows it', async () => {
        const copy = await deployAltered(net.rpcUrl, net.world.contracts.auction, {})
        const { page, form, press, build, says, signIn } = await visit(
          `buildAuctionSubmitBid?auction=${copy}&allowUnproven=true`,
        )
        // An address, whatever else the contract says of it.
        expect(await page.locator('input#try-body-auction').inputValue()).toBe(copy)
        await signIn(pocket('bidder'))
        await says(/Signed in as/)
        await build()
        await says(/^403/)
        expect(await form.innerText()).toMatch(/contract_not_proven\s.*it counts as proven only if the launch arm/)
        await form.getByText(/optional fields/).click()
        await page.selectOption('#try-body-allowUnproven', 'true')
        await press('Build')
        await says('What would happen')
        expect(await form.locator('.try-plan').innerText()).toContain('contract_not_proven')
        expect(await form.getByRole('button', { name: /^Send anyway/ }).isDisabled()).toBe(true)
      })

      test('is confirmed as JSON too', async () => {
        const { page, form, press, says, signIn } = await visit(FILLED)
        const builds = buildsOf(page)
        await signIn(pocket('bidder'))
        await says(/Signed in as/)
        await press('Write the body as JSON')
        expect(await form.getByRole('button', { name: 'Build' }).isDisabled()).toBe(true)
        expect(builds()).toEqual([])
        await form.getByLabel(/^I have checked/).check()
        await press('Build')
        await says('What would happen')
      })

      test('asks for nothing more once its visitor has written every value', async () => {
        const { page, form, press, says, signIn } = await visit(FILLED)
        await signIn(pocket('bidder'))
        await says(/Signed in as/)
        await page.fill('#try-body-amount', '1')
        expect(await form.getByRole('button', { name: 'Build' }).isDisabled()).toBe(true)
        await page.fill('#try-body-durationSec', '63072000')
        expect(await form.getByText('from the link').count()).toBe(0)
        await press('Build')
        await says('What would happen')
      })
    })

    test('takes the accounts of a localnet as wallets', async () => {
      local.serveChain(net)
      const { press, says } = await visit('buildVetokenExtend?durationSec=63072000')
      await press(/^voter/)
      await says(/Signed in as/)
      await press('Build')
      await says('What would happen')
    })
  })
})
