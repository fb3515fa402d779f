import { type Address, getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { type Chain, openChain } from '../../localnet/world/openChain.ts'
import { compileSolidity } from '../../platform/compile.ts'
import { openApiDocument } from '../../platform/openapi.ts'
import { Provenance } from '../../schema/provenance.ts'
import { accountOf } from '../account/support.ts'
import { deployAltered } from '../support/deployAltered.ts'
import { exampleOf } from './exampleCalls.ts'
import { at, isRecord, records, resolved } from './json.ts'
import { type Call, type Live, operations, startLacking, startLive } from './live.ts'

const documented: unknown = JSON.parse(openApiDocument())
const byId = new Map(operations.map((one) => [one.id, one.operation]))

/** Properties of a schema of the document, those of its alternatives included. */
function propertiesOf(node: unknown): Record<string, unknown> {
  const schema = resolved(documented, node)
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => Object.values(records(at(schema, key))))
  return Object.assign({}, records(at(schema, 'properties')), ...parts.map(propertiesOf))
}

const isAddress = (node: unknown): boolean => {
  const schema = resolved(documented, node)
  return String(at(schema, 'pattern')).includes('{40}') || Object.values(records(at(schema, 'allOf'))).some(isAddress)
}

const Names = z.string().regex(/^(account|[A-Za-z ]+: (refused|issue|invalid|accepted))$/)

/** The path of every address in a body, objects and lists inside included. */
function addressesIn(node: unknown, path: string): string[] {
  return Object.entries(propertiesOf(node)).flatMap(([name, property]) => {
    const field = `${path}${name}`
    if (isAddress(property)) return [field]
    const items = at(resolved(documented, property), 'items')
    if (items !== undefined && isAddress(items)) return [`${field}[]`]
    return addressesIn(items ?? property, `${field}.`)
  })
}

const signs = (operation: unknown): boolean => {
  const schema = at(operation, 'responses', '200', 'content', 'application/json', 'schema')
  const data = propertiesOf(at(propertiesOf(schema), 'data'))
  const answered = { ...propertiesOf(schema), ...data }
  const isSent = 'version' in propertiesOf(answered['calls'])
  return isSent || ['approval', 'feedback'].some((name) => isRecord(answered[name]))
}

const fields = Object.values(records(at(documented, 'paths'))).flatMap((path) =>
  Object.values(records(path)).flatMap((operation) =>
    signs(operation)
      ? addressesIn(at(operation, 'requestBody', 'content', 'application/json', 'schema'), '').map((field) => ({
          id: String(at(operation, 'operationId')),
          field,
          names: records(at(operation, 'x-names'))[field],
        }))
      : [],
  ),
)

const ruleOf = (names: unknown): string | undefined => Names.safeParse(names).data?.split(': ')[1]
const ruled = (rule: string) => fields.filter(({ names }) => ruleOf(names) === rule)

describe('the contract', () => {
  test('says of every address in the body of a builder what it is, and what happens if nothing proves it', () => {
    expect(new Set(fields.map(({ id }) => id)).size).toBeGreaterThan(28)
    expect(fields.filter(({ names }) => !Names.safeParse(names).success)).toEqual([])
  })

  test('lets a request allow an unproven contract exactly where one is refused otherwise', () => {
    const refusing = [...new Set(ruled('refused').map(({ id }) => id))].sort()
    const allowing = operations.flatMap(({ id, operation: { method, path } }) =>
      'allowUnproven' in
      propertiesOf(at(documented, 'paths', path, method, 'requestBody', 'content', 'application/json', 'schema'))
        ? [id]
        : [],
    )
    expect(allowing.sort()).toEqual(refusing)
    for (const id of refusing) expect(byId.get(id)?.['x-errors'], id).toContain('contract_not_proven')
  })
})

/** Issues by which a field that is not proven shows; votes have their own. */
const ISSUE_OF: Readonly<Record<string, string>> = {
  'vaults[]': 'vault_not_eligible',
  tokenIn: 'token_not_listed',
  tokenOut: 'token_not_listed',
}

describe('a contract that answers every read as a genuine one does, and keeps what it is paid', () => {
  let live: Live
  let chain: Chain
  beforeAll(async () => {
    live = await startLive({ budgets: {} })
    const artifacts = { ...(await loadArtifacts()), ...(await compileSolidity({ sources: [THIEF] })) }
    chain = await openChain({ rpcUrl: live.rpcUrl, artifacts })
  }, 180_000)
  afterAll(() => live?.stop())

  const WRAPS: readonly string[] = ['buildVaultWrap', 'buildVaultUnwrap']
  const thiefOf = async (genuine: string): Promise<Address> =>
    (await chain.deploy('Thief', [getAddress(genuine)])).address

  /** The example of an operation with a thief in place of what a field names. */
  async function withThief(id: string, field: string): Promise<{ call: Call; thief: Address }> {
    const example = await exampleOf(id)(live)
    const body = { ...records(example.body) }
    const name = field.replace('[]', '')
    const list: unknown = body[name]
    const { auction, shareToken } = live.world.contracts
    const genuine =
      id === 'buildAuctionSubmitBid' ? auction : Array.isArray(list) ? String(list[0]) : String(list ?? shareToken)
    const thief = await thiefOf(genuine)
    const value: unknown = Array.isArray(list) ? [thief, ...Array.from<unknown>(list).slice(1)] : thief
    return { call: { ...example, body: { ...body, [name]: value } }, thief }
  }

  const build = async (id: string, call: Call) => {
    const operation = byId.get(id)
    if (!operation) throw new Error(`there is no operation ${id}`)
    const answer = await live.send(operation, call)
    return { status: answer.status, code: answer.headers.get('x-error-code'), text: await answer.text() }
  }
  const Issues = z.looseObject({ issues: z.array(z.looseObject({ code: z.string() })) })
  const issuesOf = (text: string) => Issues.parse(JSON.parse(text)).issues

  test.each(ruled('refused'))('gets nothing of a sender: $id, $field', async ({ id, field }) => {
    const { call, thief } = await withThief(id, field)
    const refused = await build(id, call)
    // The reads of a pool lead to its factory, which says that it made another.
    const isOfFactory = field === 'pool'
    expect(refused).toMatchObject(
      isOfFactory ? { status: 400, code: 'invalid_request' } : { status: 403, code: 'contract_not_proven' },
    )
    expect(refused.text).toContain(thief)
    expect(refused.text).not.toMatch(/"data":|"calls":/)
    if (isOfFactory) return
    const allowed = await build(id, { ...call, body: { ...records(call.body), allowUnproven: true } })
    // The wrapper that a thief names is of another vault.
    if (WRAPS.includes(id)) return expect(allowed).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(allowed.status, allowed.text).toBe(200)
    expect(issuesOf(allowed.text)).toContainEqual(
      expect.objectContaining({ code: 'contract_not_proven', contract: thief }),
    )
  })

  test('keeps a bid that the request allowed, although the simulation succeeds: the issue stays', async () => {
    const { call, thief } = await withThief('buildAuctionSubmitBid', 'auction')
    const body = { ...records(call.body), from: accountOf(live, 'bidder').address, allowUnproven: true }
    const { text } = await build('buildAuctionSubmitBid', { ...call, body })
    expect(JSON.parse(text)).toMatchObject({ to: thief, simulation: { status: 'ok' } })
    expect(issuesOf(text).map(({ code }) => code)).toContain('contract_not_proven')
  })

  test('leads a bid on to the genuine auction that its launch arm names', async () => {
    const example = await exampleOf('buildAuctionSubmitBid')(live)
    const arm = await deployAltered(live.rpcUrl, live.world.contracts.launchArm, ['owner()'])
    const { status, text } = await build('buildAuctionSubmitBid', {
      ...example,
      body: { ...records(example.body), from: accountOf(live, 'bidder').address, auction: arm },
    })
    expect(status, text).toBe(200)
    expect(JSON.parse(text)).toMatchObject({ to: live.world.contracts.auction, issues: [] })
  })

  const settings = ruled('issue').filter(({ id }) => id !== 'buildDexSwap')
  test.each(settings)('is named by an issue where nothing of the sender moves: $id, $field', async ({ id, field }) => {
    const { call } = await withThief(id, field)
    const { status, code, text } = await build(id, call)
    // A contract that only its factory can have made fails by its kind, and so does the vault of another wrapper.
    if (field === 'pool' || WRAPS.includes(id)) return expect([status, code]).toEqual([400, 'invalid_request'])
    expect(status, text).toBe(200)
    expect(issuesOf(text).map((issue) => issue.code)).toContain(ISSUE_OF[field] ?? 'contract_not_proven')
  })

  test.each(ruled('invalid'))('is refused as another contract than the one that is meant: $id, $field', async (one) => {
    const { call } = await withThief(one.id, one.field)
    const { status, code, text } = await build(one.id, call)
    expect([status, code], text).toEqual([400, 'invalid_request'])
  })

  const READS = [
    ['getVaultReport', 'vault'],
    ['getVaultStrategies', 'vault'],
    ['getVaultStatus', 'vault'],
    ['getAuctionStatus', 'auction'],
    ['getAuctionStatus', 'launchArm'],
    ['getAuctionStatus', 'auctionGraduated'],
    ['getAuctionActivity', 'auction'],
    ['listAuctionRecentBids', 'auction'],
    ['getLpStrategy', 'lpStrategy'],
  ] as const
  test.each(READS)('is not vouched for by %s of the %s, which vouches for the genuine one', async (id, role) => {
    const operation = byId.get(id)
    if (!operation) throw new Error(`there is no operation ${id}`)
    const genuine = live.world.contracts[role]
    const provenance = async (address: Address) => {
      const call = id === 'getVaultStatus' ? { query: { vault: address } } : { params: { address } }
      const answer: unknown = await (await live.send(operation, call)).json()
      return Provenance.parse(at(answer, 'data', 'provenance'))
    }
    expect(await provenance(genuine)).toMatchObject({ status: 'proven' })
    expect(await provenance(await thiefOf(genuine))).toMatchObject({ status: 'not_proven', source: null, by: null })
  })
})

const THIEF = 'test/laws/contracts/Thief.sol'

describe('without a configured name', () => {
  let live: Live
  beforeAll(async () => {
    live = await startLacking({
      families: ['build', 'market', 'vault', 'auction', 'lpstrat', 'token'],
      roles: ['vault', 'auction', 'launchArm', 'lpStrategy', 'shareToken', 'usdc'],
      variables: [],
    })
  }, 180_000)
  afterAll(() => live?.stop())

  test.each([
    ['getVaultReport', 'vault', 'registry'],
    ['getAuctionStatus', 'auction', 'launch_arm'],
    ['getAuctionStatus', 'launchArm', 'vault'],
    ['getLpStrategy', 'lpStrategy', 'vault'],
  ] as const)('%s of the %s is proven by the %s', async (id, role, source) => {
    const operation = byId.get(id)
    if (!operation) throw new Error(`there is no operation ${id}`)
    const answer: unknown = await (
      await live.send(operation, { params: { address: live.world.contracts[role] } })
    ).json()
    expect(at(answer, 'data', 'provenance')).toMatchObject({ status: 'proven', source })
  })

  test('a share token is proven by the registry', async () => {
    const operation = byId.get('getTokenMetadata')
    if (!operation) throw new Error('there is no getTokenMetadata')
    const answer: unknown = await (
      await live.send(operation, { params: { address: live.world.contracts.shareToken } })
    ).json()
    expect(at(answer, 'extensions', 'provenance')).toMatchObject({ status: 'proven', source: 'registry' })
  })

  test('a swap names a token that neither the registry nor the configuration names, and no other', async () => {
    const operation = byId.get('buildDexSwap')
    if (!operation) throw new Error('there is no buildDexSwap')
    const { usdc, creatorCoin } = live.world.contracts
    const body = { tokenIn: usdc, tokenOut: creatorCoin, amount: '1000000' }
    const answer: unknown = await (await live.send(operation, { headers: await live.session(), body })).json()
    const issues = Object.values(records(at(answer, 'issues')))
    expect(issues.filter((issue) => at(issue, 'code') === 'token_not_listed')).toMatchObject([{ token: usdc }])
  })
})
