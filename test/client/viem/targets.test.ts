import { expect, test } from 'vitest'
import { requireMatch } from '../../../client/viem/requireSendable.ts'
import { CALL_ANOTHER, NAMED_BUILDERS } from '../../../client/viem/namedBuilders.ts'
import { openApiDocument } from '../../../platform/openapi.ts'

interface Documented {
  readonly operationId: string
  readonly 'x-idempotency'?: string
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example?: object } } }
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': { readonly example?: object } } }
  }
}

const document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>> } =
  JSON.parse(openApiDocument())
const builders = Object.values(document.paths)
  .flatMap((path) => Object.values(path))
  .filter((operation) => operation['x-idempotency'] === 'calls')

const builderOf = new Map<string, unknown>(Object.values(NAMED_BUILDERS).flatMap((one) => Object.entries(one)))

test('every builder of the document has a name', () => {
  const named = Object.values(NAMED_BUILDERS).flatMap((one) => Object.keys(one))
  expect(named.toSorted()).toEqual(builders.map(({ operationId }) => operationId).toSorted())
})

test.each(builders.map((one) => [one.operationId, one] as const))(
  'what %s answers, by its example, is accepted for the body that asks for it',
  (id, { requestBody, responses }) => {
    const built = JSON.parse(JSON.stringify(responses[200].content['application/json'].example))
    const body: object = requestBody?.content['application/json'].example ?? {}
    // The other step of setAgentWallet builds nothing.
    if (built.action === 'prepare') return
    // The answer to a bid is of another auction than the body.
    const auction = 'auction' in body ? { auction: built.auction } : {}
    const callsAnother = CALL_ANOTHER.includes(builderOf.get(id))
    expect(() =>
      requireMatch(built, { ...body, ...auction, from: built.from, chainId: built.chainId }, callsAnother),
    ).not.toThrow()
  },
)
