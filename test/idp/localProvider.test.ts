import { beforeEach, describe, expect, test } from 'vitest'
import { seeded } from '../support/seeded.ts'
import { startProvider } from './startProvider.ts'
import { useNet } from '../support/useNet.ts'

const provider = useNet(() => startProvider())
beforeEach(() => provider.setFaults({}))

const random = seeded('local provider')
let people = 0
const newEmail = () => `person${++people}.${random.below(1_000_000)}@example.com`
const codeOf = (email: string) => provider.codes.current(email)?.code ?? ''
const wrongFor = (email: string) => (codeOf(email) === '000000' ? '000001' : '000000')
const refusal = (status: number, code: string) => ({ status, json: { error: expect.any(String), code } })

describe('signing in by e-mail', () => {
  test('sends a code, once for each', async () => {
    const email = newEmail()
    expect(await provider.sendCode(email)).toMatchObject({ status: 200, json: { success: true } })
    expect(provider.printed.at(-1)).toBe(`e-mail code for ${email}: ${codeOf(email)}`)
    const code = codeOf(email)
    expect(await provider.ask('GET', `/dev/codes?email=${email}`)).toMatchObject({
      json: { code, expiresAt: provider.now() / 1000 + 600 },
    })
    expect(await provider.authenticate(email, code)).toMatchObject({
      status: 200,
      json: { is_new_user: true, refresh_token: null, user: { is_guest: false } },
    })
    expect(await provider.authenticate(email, code)).toMatchObject(refusal(422, 'invalid_credentials'))
    expect(await provider.ask('GET', `/dev/codes?email=${email}`)).toMatchObject({ status: 404 })
  })

  test('is the same user the next time', async () => {
    const email = newEmail()
    const first = await provider.signIn(email)
    const second = await provider.signIn(email.toUpperCase())
    expect(second).toMatchObject({ is_new_user: false, user: first.user })
    const bearer = { authorization: `Bearer ${second.token}` }
    const me = await provider.ask('GET', '/api/v1/users/me', undefined, bearer)
    expect(me).toMatchObject({ status: 200, json: { user: first.user } })
  })

  test('ends a code after five wrong ones', async () => {
    const email = newEmail()
    await provider.sendCode(email)
    const code = codeOf(email)
    for (let i = 0; i < 4; i++) expect((await provider.authenticate(email, wrongFor(email))).status).toBe(422)
    expect(codeOf(email)).toBe(code)
    await provider.authenticate(email, wrongFor(email))
    expect(await provider.authenticate(email, code)).toMatchObject(refusal(422, 'invalid_credentials'))
  })

  test('ends a code after ten minutes, and with the next one', async () => {
    const email = newEmail()
    await provider.sendCode(email)
    const first = codeOf(email)
    provider.pass(600_000)
    expect(await provider.authenticate(email, first)).toMatchObject(refusal(422, 'invalid_credentials'))
    await provider.sendCode(email)
    const second = codeOf(email)
    provider.pass(599_999)
    expect((await provider.authenticate(email, second)).status).toBe(200)
  })

  test('sends five codes in ten minutes and says when there are more', async () => {
    const email = newEmail()
    for (let i = 0; i < 5; i++) expect((await provider.sendCode(email)).status).toBe(200)
    const limited = await provider.sendCode(email)
    expect(limited).toMatchObject(refusal(429, 'too_many_requests'))
    expect(limited.headers.get('retry-after')).toBe('600')
    expect((await provider.sendCode(newEmail())).status).toBe(200)
    provider.pass(600_000)
    expect((await provider.sendCode(email)).status).toBe(200)
  })

  test('counts wrong codes exactly when they come at once', async () => {
    const email = newEmail()
    await provider.sendCode(email)
    const [code, wrong] = [codeOf(email), wrongFor(email)]
    const all = await Promise.all(Array.from({ length: 5 }, () => provider.authenticate(email, wrong)))
    expect(all.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422])
    expect((await provider.authenticate(email, code)).status).toBe(422)
  })

  test.each(['', 'ada', 'a@b', 'a b@example.com', 'a@example.com\u001b[2J', `${'a'.repeat(250)}@example.com`, 7])(
    'refuses %j as an address',
    async (email) => {
      const answer = await provider.ask('POST', '/api/v1/passwordless/init', { email })
      expect(answer).toMatchObject(refusal(400, 'invalid_data'))
    },
  )
})

describe('linking a chat account', () => {
  const launch = (user: string, at = provider.now()) => provider.chatapp.launchData({ user, username: `u${user}`, at })

  test('shows it with the user, and may be repeated', async () => {
    const { token } = await provider.signIn(newEmail())
    for (let i = 0; i < 2; i++)
      expect(await provider.link(token, launch('9001'))).toMatchObject({
        status: 200,
        json: {
          user: {
            linked_accounts: expect.arrayContaining([
              expect.objectContaining({ type: 'telegram', telegram_user_id: '9001', username: 'u9001' }),
            ]),
          },
        },
      })
  })

  test('is refused for an account of another user, and for a second one', async () => {
    const [first, second] = [await provider.signIn(newEmail()), await provider.signIn(newEmail())]
    await provider.link(first.token, launch('9002'))
    expect(await provider.link(second.token, launch('9002'))).toMatchObject(refusal(409, 'linked_to_another_user'))
    expect(await provider.link(first.token, launch('9003'))).toMatchObject(refusal(400, 'cannot_link_more_of_type'))
  })

  test('is refused with launch data that is altered, old, or not there', async () => {
    const { token } = await provider.signIn(newEmail())
    const genuine = launch('9004')
    const old = launch('9004', provider.now() - 301_000)
    for (const data of [genuine.replace('9004', '9005'), old, 'x', ''])
      expect(await provider.link(token, data)).toMatchObject(refusal(400, 'invalid_data'))
    provider.setFaults({ staleLaunchData: true })
    expect(await provider.link(token, genuine)).toMatchObject(refusal(400, 'invalid_data'))
  })

  test('is refused without a token that is valid now', async () => {
    const { user } = await provider.signIn(newEmail())
    const token = await provider.tokens.issue(user.id, 60)
    provider.pass(61_000)
    for (const bad of [token, 'x', ''])
      expect(await provider.link(bad, launch('9006'))).toMatchObject(refusal(401, 'missing_or_invalid_token'))
  })
})

describe('the local provider', () => {
  test('answers any page', async () => {
    const response = await fetch(`${provider.url}/api/v1/passwordless/init`, { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization, content-type, privy-app-id')
    expect(response.headers.has('access-control-allow-credentials')).toBe(false)
  })

  test('refuses who does not name the application, has not its secret, or sends too much', async () => {
    const init = (body: unknown, headers = {}) => provider.ask('POST', '/api/v1/passwordless/init', body, headers)
    expect(await init({ email: newEmail() }, { 'privy-app-id': '' })).toMatchObject(refusal(400, 'invalid_app_id'))
    expect(await init({ email: 'x'.repeat(16_384) })).toMatchObject(refusal(413, 'invalid_data'))
    expect(await init('{')).toMatchObject(refusal(400, 'invalid_data'))
    const { user } = await provider.signIn(newEmail())
    expect(await provider.ask('GET', `/v1/users/${user.id}`)).toMatchObject(refusal(401, 'invalid_credentials'))
    expect(await provider.ask('GET', '/nowhere')).toMatchObject(refusal(404, 'not_found'))
  })

  test('fails as its switches say, and a new switch clears the others', async () => {
    const email = newEmail()
    await provider.sendCode(email)
    const set = (faults: unknown) => provider.ask('PUT', '/dev/faults', faults)
    expect(await set({ wrongCode: true })).toMatchObject({ status: 200 })
    expect((await provider.authenticate(email, codeOf(email))).status).toBe(422)
    await set({ status: 500, slowMs: 1 })
    expect((await provider.authenticate(email, codeOf(email))).status).toBe(500)
    expect((await set({ slowMs: -1 })).status).toBe(400)
    await set({})
    expect((await provider.authenticate(email, codeOf(email))).status).toBe(200)
  })
})
