import {
  buildVetokenLock,
  type Client,
  createClient,
  createImageProject,
  getTokenImage,
  getVaultReport,
  getVetokenUser,
  isApiError,
  listImageProjects,
  listLotteryRecentEntries,
  notBefore,
  pagesOf,
  streamAgent,
} from 'creator-vault'
import { beforeAll, describe, expect, test } from 'vitest'
import { startModel } from '../../localnet/model/startModel.ts'
import { accountOf, signIn } from '../account/support.ts'
import { rpc } from '../build/support.ts'
import { startLocalnet } from '../support/localnet.ts'
import { useNet } from '../support/useNet.ts'

let client: Client
let owner: Client
const model = useNet(() => startModel())
const net = useNet(() =>
  startLocalnet({
    families: ['account', 'agents', 'build', 'gauge', 'image', 'lottery', 'token', 'vault', 'vetoken'],
    variables: model.variables,
  }),
)
beforeAll(async () => {
  const network = { chainId: net.world.chainId, baseUrl: net.api }
  const { token } = await signIn(net.api, accountOf(net, 'owner'))
  client = createClient({ network })
  const authorize = (request: Request) => {
    request.headers.set('authorization', `Bearer ${token}`)
    return request
  }
  owner = createClient({ network, credential: { authorize } })
})

const refused = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

describe('the API itself', () => {
  test('answers a read with its data', async () => {
    const { address } = accountOf(net, 'voter')
    const { user, chainId, hasActiveLock } = await getVetokenUser(client, { address })
    expect({ user, chainId, hasActiveLock }).toEqual({ user: address, chainId: net.world.chainId, hasActiveLock: true })
    expect((await getVaultReport(client, { address: net.world.contracts.vault })).chainId).toBe(net.world.chainId)
  })

  test('answers an error whose code, fields and fix the caller acts on', async () => {
    const error = await refused(getVetokenUser(client, { address: '0x12' }))
    if (!isApiError(error, getVetokenUser)) throw error
    expect(error).toMatchObject({ code: 'invalid_request', status: 400, retryable: false })
    expect(error.fields.map(({ pointer }) => pointer)).toEqual(['#/path/address'])
    expect(error.fix).not.toBe('')
    expect(error.requestId).toBe(error.headers.get('x-request-id'))
    expect(error.help).toMatch(/\/docs\/errors\/invalid_request$/)
  })

  test('refuses a write without a credential, and builds with one', async () => {
    const lock = { amountDecimal: '1', durationSec: 2_419_200n }
    expect(await refused(buildVetokenLock(client, lock))).toMatchObject({ code: 'unauthenticated', status: 401 })
    const built = await buildVetokenLock(owner, lock)
    expect(built.from).toBe(accountOf(net, 'owner').address)
    expect(built.args['amount']).toBe(String(10n ** 18n))
    expect(built.calls).toHaveProperty('id')
  })

  test('reads nothing that is older than a block that the client knows', async () => {
    const { address } = accountOf(net, 'voter')
    const reader = { ...client }
    const { asOf } = await getVetokenUser(reader, { address })
    await rpc(net.rpcUrl, 'anvil_mine', ['0x3'])
    notBefore(reader, BigInt(asOf.blockNumber) + 3n)
    const later = await getVetokenUser(reader, { address })
    expect(Number(later.asOf.blockNumber)).toBeGreaterThanOrEqual(Number(asOf.blockNumber) + 3)
    notBefore(reader, 10n ** 9n)
    expect(await refused(getVetokenUser(reader, { address }, { retries: 0 }))).toMatchObject({
      code: 'behind_requested_block',
      retryAfter: expect.any(Number),
    })
  })

  test('carries a write with a key out once', async () => {
    const options = { idempotencyKey: 'live-"test"' }
    const name = { name: 'Aurora' }
    const first = await createImageProject(owner, name, options)
    expect(await createImageProject(owner, name, options)).toEqual(first)
    const { projectId } = await createImageProject(owner, name)
    expect(projectId).not.toBe(first.projectId)
    const other = await refused(createImageProject(owner, { name: 'Borealis' }, options))
    expect(other).toMatchObject({ code: 'idempotency_key_reused' })
    expect((await listImageProjects(owner)).projects).toHaveLength(2)
  })

  test('answers pictures as files', async () => {
    const address = net.world.contracts.shareToken
    const png = await getTokenImage(client, { address })
    expect(png.type).toBe('image/png')
    expect([...new Uint8Array(await png.slice(0, 4).arrayBuffer())]).toEqual([0x89, 0x50, 0x4e, 0x47])
    const svg = await getTokenImage(client, { address, format: 'svg' })
    expect([svg.type, (await svg.text()).slice(0, 4)]).toEqual([expect.stringMatching(/^image\/svg\+xml/), '<svg'])
  })

  test('lists pages, each with entries of its own', async () => {
    const pages = []
    for await (const page of pagesOf(client, listLotteryRecentEntries, { limit: 1 })) pages.push(page)
    const all = await listLotteryRecentEntries(client, { limit: 100 })
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.flatMap(({ events }) => events)).toEqual(all.events)
  })

  test('streams events, and ends the stream that nobody reads', async () => {
    const names: string[] = []
    for await (const { event } of streamAgent(owner, { message: 'Which epoch of gauge voting is it?' }))
      names.push(event)
    expect(names.slice(0, 3)).toEqual(['open', 'meta', 'tool'])
    expect(names.slice(-2)).toEqual(['done', 'close'])
    // Two may be open at once: each that is left makes room for the next.
    for (let i = 0; i < 5; i++) {
      for await (const { event } of streamAgent(owner, { message: 'Which epoch is it?' }, { retries: 10 }))
        if (event === 'open') break
    }
  })
})
