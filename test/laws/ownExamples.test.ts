import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedTokenList } from '../../localnet/publish.ts'
import { openApiDocument } from '../../platform/openapi.ts'
import { ExampleWorld, worldFile } from '../../platform/deployments.ts'
import { codesOf, takesBlock } from '../../schema/codesOf.ts'
import { credentialOf } from './credentials.ts'
import { ask } from '../support/ask.ts'
import { at, records, resolved } from './json.ts'
import { type Call, operations, startLive } from './live.ts'
import { root, textOf } from './sources.ts'
import { useNet } from '../support/useNet.ts'

type Operation = (typeof operations)[number]['operation']

const document: unknown = JSON.parse(openApiDocument())
const live = useNet(() => startLive({ budgets: {} }))
beforeAll(async () => {
  // As `npm start` does.
  await seedTokenList(live, [live.world.contracts.shareToken, live.world.contracts.shareToken2])
})

const ISSUED = 'it carries what was issued for one use: a challenge, a token, a code'
const SIGNED = 'it carries what somebody signed for one use'
const CREATED = 'it names what somebody created before, by its id'
const LINKED = 'it is for an account that is linked to a user of a provider'

/** Operations whose example cannot succeed by itself on a new world: what they then answer, and why. */
const DEPENDENT: Readonly<Record<string, readonly [why: string, ...codes: string[]]>> = {
  submitAmoeChallenge: [SIGNED, 'invalid_nonce'],
  checkinAmoePost: [CREATED, 'post_not_found'],
  enableCreatorAgent: [CREATED, 'wallet_not_provisioned'],
  verifyAgentAccessProof: [SIGNED, 'wallet_authority_mismatch'],
  joinAgentMsgnet: [ISSUED, 'token_invalid'],
  joinAgentChatapp: [ISSUED, 'token_invalid'],
  reviewAgentFeedback: [SIGNED, 'payment_required', 'invalid_payment'],
  createMiniappSession: [SIGNED, 'launch_data_not_genuine'],
  checkLinkReady: [ISSUED, 'invalid_miniapp_session'],
  completeChatappLink: [ISSUED, 'invalid_miniapp_session'],
  recordLinkTelemetry: [ISSUED, 'invalid_miniapp_session'],
  deletePortfolio: [ISSUED, 'invalid_confirmation'],
  endAuthSession: [CREATED, 'session_not_found'],
  verifyAuth: [SIGNED, 'domain_mismatch'],
  verifyAgent: [SIGNED, 'domain_mismatch'],
  redeemAuthHandoff: [ISSUED, 'invalid_handoff_code'],
  approveCreatorAccess: [CREATED, 'access_request_not_found'],
  denyCreatorAccess: [CREATED, 'access_request_not_found'],
  revokeCreatorAccess: [CREATED, 'not_on_allowlist'],
  unlinkAccount: [LINKED, 'account_conflict'],
  resolveTrendProfile: [LINKED, 'account_not_found'],
  refreshTrendProfile: [LINKED, 'account_not_found'],
  getImageProject: [CREATED, 'image_project_not_found'],
  deleteImageProject: [CREATED, 'image_project_not_found'],
  uploadImageAsset: [CREATED, 'image_project_not_found'],
  generateImage: [CREATED, 'image_project_not_found'],
  getImageJobStatus: [CREATED, 'image_job_not_found'],
  getImageFile: [CREATED, 'image_not_found'],
  changeWorkspaceTasks: [CREATED, 'workspace_item_not_found'],
  updateKeeprActionStatus: [CREATED, 'action_not_found'],
  submitSwEntry: [SIGNED, 'challenge_not_valid'],
}

/** Parameters that exclude each other, as groups that do not: one call is sent with each group. */
const EXCLUSIVE: Readonly<Record<string, readonly (readonly string[])[]>> = {
  getTrendCoin: [['address'], ['ticker']],
  getBuildStatus: [['transaction'], ['from', 'to', 'data', 'value']],
  getAgentCapabilities: [['shareToken'], ['cursor']],
  // The cursor that the document shows is of the list without filters.
  listAuctions: [['state', 'vault', 'token', 'currency', 'endsAfter', 'endsBefore'], ['cursor']],
  listAgents: [['agentId', 'owner', 'name'], ['cursor']],
}

/** Of every operation that answers as of any block. */
const BLOCKS = [['minBlock'], ['block']] as const

/** A call with the newest block in place of one of the world that the document shows, whose state may be gone. */
const atNewest = async (call: Call): Promise<Call> =>
  call.query?.['block'] === undefined
    ? call
    : { ...call, query: { ...call.query, block: String(Number(await ask(live.rpcUrl, 'eth_blockNumber'))) } }

/** The call that the document shows, with those parameters that are `taken`. */
function callOf(operation: Operation, taken: (name: string, isRequired: boolean) => boolean): Call {
  const published = at(document, 'paths', operation.path, operation.method)
  const parameters = Object.values(records(at(published, 'parameters'))).map((one) => resolved(document, one))
  const given = (part: string) =>
    Object.fromEntries(
      parameters
        .filter((one) => at(one, 'in') === part && taken(String(at(one, 'name')), at(one, 'required') === true))
        .map((one): [string, string] => [String(at(one, 'name')), String(at(one, 'example'))]),
    )
  const body = at(published, 'requestBody', 'content', 'application/json', 'example')
  return {
    params: given('path'),
    query: given('query'),
    headers: given('header'),
    ...(body === undefined ? {} : { body }),
  }
}

/** The calls that the document shows: with what is required alone, and with all parameters that go together. */
function callsOf(id: string, operation: Operation): Call[] {
  const exclusive = EXCLUSIVE[id] ?? (takesBlock(operation) ? BLOCKS : [])
  const least = callOf(operation, (_, isRequired) => isRequired)
  const all = callOf(operation, () => true)
  if (exclusive.length === 0) return JSON.stringify(least) === JSON.stringify(all) ? [least] : [least, all]
  const grouped = exclusive.flat()
  return exclusive.map((group) => callOf(operation, (name) => group.includes(name) || !grouped.includes(name)))
}

// In the order of the document: some examples go on with what one before them has stored.
describe.each(operations)('$id', ({ id, operation }) => {
  test('answers the examples of the document, or what its state allows', async () => {
    const [, ...codes] = DEPENDENT[id] ?? []
    const status = operation['x-deprecated'] ? 410 : 200
    const auth = operation['x-auth'] ?? operation['x-auth-when']?.auth ?? operation['x-auth-optional']
    const headers = auth === undefined ? {} : await credentialOf(live, id, auth, 'owner')
    for (const call of callsOf(id, operation)) {
      const sent = await atNewest(call)
      const answer = await live.send(operation, { ...sent, headers: { ...sent.headers, ...headers } })
      const text = await answer.text()
      const seen = `${JSON.stringify(call)}: ${text.slice(0, 300)}`
      if (codes.length === 0) expect(answer.status, seen).toBe(status)
      else expect(codes, seen).toContain(answer.headers.get('x-error-code'))
    }
  })
})

test('an operation whose example depends on its state declares what it then answers', () => {
  for (const [id, [, ...codes]] of Object.entries(DEPENDENT)) {
    const found = operations.find((one) => one.id === id)
    const declared: ReadonlySet<string> = found ? codesOf(found.operation) : new Set()
    expect(
      codes.filter((code) => !declared.has(code)),
      id,
    ).toEqual([])
  }
})

test('the examples are of the local world (else: npm run examples)', () => {
  const { chainId, contracts } = live.world
  expect(ExampleWorld.parse(JSON.parse(textOf(path.relative(root, worldFile))))).toEqual({ chainId, contracts })
})
