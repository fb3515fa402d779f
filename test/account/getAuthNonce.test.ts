import { describe, expect, test } from 'vitest'
import { SignInChallenge } from '../../schema/account/answers.ts'
import { localVariables } from '../../localnet/localVariables.ts'
import { accountOf, call, dataOf, PAGE, startAccountNet, writeMessage } from './support.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startAccountNet())

describe('happy', () => {
  test('gives everything that a message needs, and is not kept', async () => {
    const answer = await call(net.api, 'nonce')
    const { nonce, issuedAt, expiresAt, domain, uri, chainId } = dataOf(answer, SignInChallenge)
    expect(nonce).toMatch(/^[a-zA-Z0-9]{8,}$/)
    expect(Date.parse(expiresAt) - Date.parse(issuedAt)).toBe(900_000)
    expect({ domain, uri, chainId }).toEqual({
      domain: new URL(net.api).host,
      uri: `${net.api}/auth/verify`,
      chainId: 31337,
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('ratelimit-policy')).toMatch(/^"authNonce";/)
  })

  test.each(['', '&scope=limited'])('gives a message that a wallet signs as it is%s', async (scope) => {
    const voter = accountOf(net, 'voter')
    const address = voter.address.toLowerCase()
    const { message = '' } = dataOf(await call(net.api, `nonce?address=${address}${scope}`), SignInChallenge)
    const signature = await voter.signMessage({ message })
    expect((await call(net.api, 'verify', { message, signature })).status).toBe(200)
  })

  test('gives no message without an address: older clients refuse fields with line breaks', async () => {
    expect(dataOf(await call(net.api, 'nonce'), SignInChallenge)).not.toHaveProperty('message')
  })

  test('names the page that asks, when it is trusted', async () => {
    expect(dataOf(await call(net.api, 'nonce', undefined, { origin: PAGE }), SignInChallenge)).toMatchObject({
      domain: 'app.example.com',
      uri: `${PAGE}/`,
    })
  })

  test('names a page that is served on this machine, which a local world trusts by default', async () => {
    const origin = 'http://localhost:5173'
    expect(dataOf(await call(net.api, 'nonce', undefined, { origin }), SignInChallenge).domain).not.toBe(
      'localhost:5173',
    )
    const chain = { ...net.world, rpcUrl: net.rpcUrl, blockTimeMs: 200 }
    const { TRUSTED_ORIGINS = '' } = localVariables(net.host, chain, {})
    await net.withVariables({ TRUSTED_ORIGINS }, async () => {
      const { domain, uri } = dataOf(await call(net.api, 'nonce', undefined, { origin }), SignInChallenge)
      expect({ domain, uri }).toEqual({ domain: 'localhost:5173', uri: `${origin}/` })
      const voter = accountOf(net, 'voter')
      const message = await writeMessage(net.api, voter.address, { domain, uri })
      const signed = { message, signature: await voter.signMessage({ message }) }
      const answer = await call(net.api, 'verify', signed, { origin })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
      expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
    })
  })

  test('gives another nonce each time', async () => {
    const nonces = await Promise.all(
      Array.from({ length: 10 }, async () => dataOf(await call(net.api, 'nonce'), SignInChallenge).nonce),
    )
    expect(new Set(nonces).size).toBe(10)
  })
})

describe('security', () => {
  test.each(['https://evil.example', 'null'])('the page %s is not named, nor is a forwarded host', async (origin) => {
    const { domain } = dataOf(
      await call(net.api, 'nonce', undefined, { origin, 'x-forwarded-host': 'evil.example' }),
      SignInChallenge,
    )
    expect(domain).toBe(new URL(net.api).host)
  })
})
