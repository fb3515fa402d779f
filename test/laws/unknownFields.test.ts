import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { openApiDocument } from '../../platform/openapi.ts'
import { bodySchema } from '../../schema/operation.ts'
import { factsAbout } from '../support/facts.ts'
import { useNet } from '../support/useNet.ts'
import { exampleOf } from './exampleCalls.ts'
import { type Call, operations, signsIn, startLive } from './live.ts'

const Schema = z.looseObject({
  $ref: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  additionalProperties: z.unknown().optional(),
  oneOf: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
})
const Media = z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })) })

const document = JSON.parse(openApiDocument())

interface Found {
  readonly path: string
  readonly closed: boolean
  readonly free: boolean
}

/** Every object of a schema with properties or without any, by its path: closed if it refuses other fields, free if it keeps any. */
function objectsIn(node: unknown, path = ''): Found[] {
  const { $ref, properties, items, additionalProperties, ...more } = Schema.parse(node ?? {})
  if ($ref !== undefined) return objectsIn(document.components.schemas[$ref.split('/').at(-1) ?? ''], path)
  const free = additionalProperties !== undefined && additionalProperties !== false
  const own = properties
    ? [{ path, closed: additionalProperties === false, free }]
    : free
      ? [{ path, closed: false, free }]
      : []
  const inner = Object.entries(properties ?? {}).flatMap(([name, one]) => objectsIn(one, `${path}/${name}`))
  const choices = [...(more.oneOf ?? []), ...(more.anyOf ?? []), ...(more.allOf ?? [])]
  return [
    ...own,
    ...inner,
    ...(items === undefined ? [] : objectsIn(items, `${path}/0`)),
    ...choices.flatMap((one) => objectsIn(one, path)),
  ]
}

const bodied = operations
  .filter(({ operation }) => bodySchema(operation) !== undefined)
  .map(({ id, operation }) => {
    const { content } = Media.parse(document.paths[operation.path][operation.method].requestBody)
    return { id, operation, objects: objectsIn(content['application/json']?.schema) }
  })

/** Operations beside builders that move or pay, quote what they would, or say who is paid: a dropped field may cost money. */
const PAYING = [
  'checkinAmoePost',
  'submitAmoeChallenge',
  'publishLotteryKeyCoverage',
  'quoteDex',
  'checkDexApproval',
  'quoteTrendTrade',
  'reserveTrendCoin',
  'createSwEntryChallenge',
  'submitSwEntry',
  'dryRunDeploy',
  'createDeploySession',
  'continueDeploySession',
  'cancelDeploySession',
  'enqueueSvmSweep',
  'setCanonicalSvmWallet',
  'updateKeeprActionStatus',
  'ingestRuntimeRecord',
  'recordRuntimeDecision',
  'triggerRuntimeWorkflow',
]

const ADDRESS = '0x0000000000000000000000000000000000000001'
const EXECUTE = {
  action: 'strategy.execute',
  payload: { strategyAddress: ADDRESS, actionType: 'strategy.lpstrat.rebalance' },
}

/** Documents of other protocols: what is read from them is read by rules of their own. */
const OTHERS = ['ingestLotteryWebhook', 'proxyRpc', 'callPaymaster', 'receiveChatappUpdate']
/** The challenge that this service made and authenticated itself. */
const OWN = ['verifyAgentAccessProof']

/** Fields beside free-form JSON, where the example has none. */
const BESIDE: Readonly<Record<string, object>> = {
  recordRuntimeDecision: {
    enqueueAction: { vaultAddress: ADDRESS, groupId: 'aurora', actionType: 'vault.report', action: {} },
  },
  changeWorkspaceStrategies: EXECUTE,
  runWorkspaceAction: EXECUTE,
}

const isGuarded = ({ id, operation }: (typeof bodied)[number]): boolean =>
  operation['x-idempotency'] === 'calls' || PAYING.includes(id)

factsAbout(bodied.filter(isGuarded), ({ id }) => id)(
  'a body that moves or pays has no field that would be dropped',
  ({ objects }) => {
    expect(objects.filter(({ closed, free }) => !closed && !free)).toEqual([])
  },
)

describe('in the local world', () => {
  const calls = new Map<string, Call>()
  const live = useNet(() => startLive({ budgets: {} }))
  beforeAll(async () => {
    const shared = await live.session()
    const session: typeof live.session = async (account) => (account ? live.session(account) : shared)
    for (const { id, operation } of bodied) {
      const call = await exampleOf(id)({ ...live, session })
      calls.set(id, { ...call, headers: { ...(signsIn(operation) ? shared : {}), ...call.headers } })
    }
  }, 240_000)

  /** The answer to the example of an operation, with its body changed. */
  async function withBody({ id, operation }: (typeof bodied)[number], change: (body: object) => object, headers = {}) {
    const call = calls.get(id) ?? {}
    const body = z.looseObject({}).parse(call.body ?? {})
    const answer = await live.send(operation, { ...call, body: change(body), headers: { ...call.headers, ...headers } })
    const { error } = z.looseObject({ error: z.unknown() }).parse(await answer.json())
    return { status: answer.status, error, unknown: answer.headers.get('x-unknown-parameters') }
  }

  const plain = bodied.filter(({ operation }) => {
    const schema = bodySchema(operation)
    return schema instanceof z.ZodObject && !(schema.def.catchall instanceof z.ZodUnknown)
  })
  test('a misspelt field is 400 with the one that is meant, for all bodies of one form under Prefer: handling=strict', async () => {
    const faults: string[] = []
    for (const one of plain) {
      const schema = bodySchema(one.operation)
      const [known] = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
      if (known === undefined) continue
      const strict = isGuarded(one) ? {} : { prefer: 'handling=strict' }
      const { status, error } = await withBody(one, (body) => ({ ...body, [`${known}x`]: '1' }), strict)
      if (status !== 400 || error !== `invalid_request: ${known}x: is not a known field; did you mean ${known}?`)
        faults.push(`${one.id}: ${status} ${String(error)}`)
    }
    expect(plain.length).toBeGreaterThan(80)
    expect(faults).toEqual([])
  })

  test('a number that readers of JSON change is refused in all free-form JSON', async () => {
    const faults: string[] = []
    const ours = bodied.filter(({ id }) => ![...OTHERS, ...OWN].includes(id))
    const free = ours.flatMap((one) => one.objects.filter((found) => found.free).map(({ path }) => ({ one, path })))
    for (const { one, path } of free) {
      const { status, error } = await withBody(one, (body) =>
        put({ ...body, ...BESIDE[one.id] }, path.split('/').slice(1), { n: 2 ** 60 }),
      )
      if (status !== 400 || !/past 2\^53/.test(String(error)))
        faults.push(`${one.id} ${path}: ${status} ${String(error)}`)
    }
    expect(free.length).toBeGreaterThan(5)
    expect(faults).toEqual([])
  })
})

/** A body with a value at a path of names. */
function put(body: object, [name = '', ...rest]: readonly string[], value: unknown): object {
  if (name === '0') return [value]
  const inner: unknown = Reflect.get(body, name)
  const given = typeof inner === 'object' && inner !== null ? inner : {}
  return { ...body, [name]: rest.length === 0 ? value : put(given, rest, value) }
}
