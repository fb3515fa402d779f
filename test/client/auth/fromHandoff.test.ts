import { createHash } from 'node:crypto'
import {
  createAuthHandoff,
  endAllAuthSessions,
  fromHandoff,
  fromStore,
  getAuthMe,
  listAuthSessions,
  SessionEndedError,
  signIn,
  signOut,
} from 'creator-vault'
import { describe, expect, test } from 'vitest'
import { accountOf } from '../../account/support.ts'
import { seeded } from '../../support/seeded.ts'
import { errorOf, recordingClient, startAuthNet, storeWith, textOf } from './support.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startAuthNet())

const random = seeded('fromHandoff')
const voter = () => accountOf(net, 'voter')
const clientOf = () => recordingClient(net.api).client

/** A code of somebody who is signed in, for a challenge where a verifier is given. */
async function codeFor(codeVerifier?: string): Promise<string> {
  const client = clientOf()
  await signIn(client, voter())
  const codeChallenge =
    codeVerifier === undefined ? undefined : createHash('sha256').update(codeVerifier).digest('base64url')
  return (await createAuthHandoff(client, codeChallenge === undefined ? {} : { codeChallenge })).code
}
const verifier = () => Buffer.from(random.bytes(32)).toString('base64url')

describe('happy', () => {
  test('a code signs in, and the session is stored', async () => {
    const client = clientOf()
    const store = storeWith()
    const session = await fromHandoff(client, await codeFor(), { store })
    expect(session.address).toBe(voter().address)
    expect((await listAuthSessions(client)).sessions.find(({ isCurrent }) => isCurrent)?.method).toBe('handoff')
    expect(await fromStore(clientOf(), store)).toEqual(session)
    await signOut(client)
    expect(store.text).toBeNull()
  })

  test('a code with a challenge signs in with its verifier', async () => {
    const codeVerifier = verifier()
    const session = await fromHandoff(clientOf(), await codeFor(codeVerifier), { codeVerifier })
    expect(session.address).toBe(voter().address)
  })

  test('a code is redeemed though the store has a session of somebody else', async () => {
    const store = storeWith()
    await signIn(clientOf(), accountOf(net, 'stranger'), { store })
    const client = clientOf()
    await fromHandoff(client, await codeFor(), { store })
    expect((await getAuthMe(client)).address).toBe(voter().address)
    expect(textOf(store)).toContain(voter().address)
  })
})

describe('error', () => {
  test('a session that has ended cannot be renewed, and says so', async () => {
    const client = clientOf()
    await fromHandoff(client, await codeFor())
    await endAllAuthSessions({ ...client })
    const error = await errorOf(getAuthMe(client))
    expect(error).toBeInstanceOf(SessionEndedError)
    expect(String(error)).toMatch(/a code works once: redeem another$/)
  })

  test('a used code, and a wrong verifier', async () => {
    const code = await codeFor()
    await fromHandoff(clientOf(), code)
    const client = clientOf()
    const wrong = fromHandoff(clientOf(), await codeFor(verifier()), { codeVerifier: verifier() })
    for (const refused of [fromHandoff(client, code), wrong])
      expect(await errorOf(refused)).toMatchObject({ code: 'invalid_handoff_code' })
    expect(client.credential).toBeUndefined()
  })
})

test('security: of 20 redemptions of one code at once one signs in', async () => {
  const code = await codeFor()
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => fromHandoff(clientOf(), code)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
