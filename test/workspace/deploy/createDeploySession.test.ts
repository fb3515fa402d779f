import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { DeploySession } from '../../../schema/workspace/deployAnswers.ts'
import { multicall3Abi } from '../../../shared/abi/multicall3.ts'
import {
  createDeploySessions,
  SESSIONS_PER_OWNER,
  SESSION_DAYS,
} from '../../../functions/workspace/store/deploySessions.ts'
import { accountOf, bearer, dataOf, requestsWith, signIn } from '../../account/support.ts'
import { seeded } from '../../support/seeded.ts'
import { openEntryPoint } from './openEntryPoint.ts'
import { approval, type Call, startDeployNet } from './startDeployNet.ts'
import { useNet } from '../../support/useNet.ts'

let calls: readonly [Call, Call]
const net = useNet(() => startDeployNet())
beforeAll(async () => {
  const { usdc } = net.world.contracts
  calls = [approval(usdc, net.sender, 1n), approval(usdc, net.sender, 2n)]
})

let made = 0
const newId = () => `session-${++made}`
const post = async (path: string, body: object) => dataOf(await net.post(`session/${path}`, body), DeploySession)
const create = (id: string, rest: object = {}) => post('create', { id, calls, ...rest })
const statusOf = (id: string) => post('status', { id })
const HASH = `0x${'ab'.repeat(32)}`

describe('createDeploySession', () => {
  test('stores a plan once, for its owner alone', async () => {
    const id = newId()
    const session = await create(id)
    expect(session).toMatchObject({ id, status: 'pending', chainId: net.world.chainId })
    expect(session.calls).toMatchObject([
      { index: 0, from: net.sender, state: 'unsent', txHash: null },
      { index: 1, from: net.sender, state: 'unsent', txHash: null },
    ])
    expect(await create(id)).toEqual(session)
    expect(await create(id, { from: net.sender })).toEqual(session)
    const other = await net.post('session/create', { id, calls: calls.slice(1) })
    expect(other).toMatchObject({ status: 409, code: 'idempotency_conflict' })
    const { data } = (await post('status', { id, includeData: true })).calls[1] ?? {}
    expect(data).toBe(calls[1]?.data)
    // An id is its owner's own: for everybody else there is none, and it is free.
    for (const [path, body] of [
      ['status', { id }],
      ['cancel', { id }],
      ['continue', { id, call: 0, txHash: HASH }],
    ] as const)
      expect(await net.post(`session/${path}`, body, net.strangers)).toMatchObject({
        status: 404,
        code: 'deploy_session_not_found',
      })
    expect(await net.post('session/create', { id, calls: calls.slice(1) }, net.strangers)).toMatchObject({
      status: 200,
    })
    expect(await statusOf(id)).toEqual(session)
  })

  test('of plans that come at once under one id one is stored', async () => {
    const id = newId()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => net.post('session/create', { id, calls: i % 2 ? calls : calls.slice(1) })),
    )
    const stored = (await statusOf(id)).calls.length
    expect(answers.map(({ status }, i) => [(i % 2 ? 2 : 1) === stored, status])).toEqual(
      answers.map((_, i) => ((i % 2 ? 2 : 1) === stored ? [true, 200] : [false, 409])),
    )
  })

  test('an owner has so many and no more, even at once; old ones go', async () => {
    const { token } = await signIn(net.api, seeded('owners of sessions').account())
    const create = (i: number) => net.post('session/create', { id: `s-${i}`, calls: calls.slice(1) }, bearer(token))
    const answers = await Promise.all(Array.from({ length: SESSIONS_PER_OWNER + 4 }, (_, i) => create(i)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(SESSIONS_PER_OWNER)
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({ status: 409, code: 'deploy_session_limit' })
    // One that is over makes room for another, and goes with what was reported of it.
    const stored = answers.flatMap(({ status }, i) => (status === 200 ? [`s-${i}`] : []))
    for (const id of stored.slice(1, 3)) {
      await net.post('session/continue', { id, call: 0, txHash: HASH }, bearer(token))
      await net.post('session/cancel', { id }, bearer(token))
    }
    const d1 = await net.database()
    await d1.exec(`update deploy_sessions set updated_at = updated_at - 9 where id = '${stored[2]}'`)
    expect((await create(100)).status).toBe(200)
    const left = await Promise.all(
      stored.slice(0, 3).map(async (id) => (await net.post('session/status', { id }, bearer(token))).code),
    )
    expect(left).toEqual([null, null, 'deploy_session_not_found'])
    const orphans = `select count(*) n from deploy_transactions where session_id = '${stored[2]}'`
    expect(await d1.prepare(orphans).first('n')).toBe(0)
    expect((await create(100)).status).toBe(200)
    expect((await create(101)).status).toBe(200)
    expect(await create(102)).toMatchObject({ status: 409, code: 'deploy_session_limit' })
    await d1.exec(
      `update deploy_sessions set updated_at = unixepoch() - ${SESSION_DAYS + 1} * 86400 where id = '${stored[0]}'`,
    )
    await createDeploySessions(d1).prune(Math.floor(Date.now() / 1000))
    expect(await d1.prepare(`select count(*) n from deploy_sessions where id = '${stored[0]}'`).first('n')).toBe(0)
    expect((await create(999)).status).toBe(200)
  })

  test.each([{ id: 'a b' }, { id: 'a'.repeat(129) }, { calls: [] }])('%o is 400', async (wrong) => {
    expect(await net.post('session/create', { id: newId(), calls, ...wrong })).toMatchObject({
      code: 'invalid_request',
    })
  })
})

describe('continueDeploySession', () => {
  test('takes the hash of a call, and another in its place until the chain has said something', async () => {
    const id = newId()
    await create(id)
    const first = await post('continue', { id, call: 0, txHash: HASH.toUpperCase().replace('X', 'x') })
    expect(first).toMatchObject({ status: 'running', calls: [{ state: 'sent', txHash: HASH }, { state: 'unsent' }] })
    const sent = await net.send(net.sender, calls[0])
    await post('continue', { id, call: 0, txHash: sent.transactionHash })
    expect((await statusOf(id)).calls[0]).toMatchObject({ state: 'confirmed', txHash: sent.transactionHash })
    const late = await net.post('session/continue', { id, call: 0, txHash: HASH })
    expect(late).toMatchObject({ status: 409, code: 'idempotency_conflict' })
    expect(await post('continue', { id, call: 0, txHash: sent.transactionHash })).toMatchObject({ status: 'running' })
  })

  test('a call that is not in the plan is 400', async () => {
    const id = newId()
    await create(id)
    expect(await net.post('session/continue', { id, call: 2, txHash: HASH })).toMatchObject({
      status: 400,
      code: 'invalid_request',
    })
    expect(await statusOf(id)).toMatchObject({ status: 'pending' })
  })
})

describe('getDeploySessionStatus', () => {
  test('moves on by what the chain says, in one request, and ends when every call is confirmed', async () => {
    const id = newId()
    await create(id)
    const sent = [await net.send(net.sender, calls[0]), await net.send(net.sender, calls[1])]
    for (const [call, { transactionHash: txHash }] of sent.entries()) await post('continue', { id, call, txHash })
    net.proxy.reset()
    const answers = await Promise.all([statusOf(id), statusOf(id)])
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 'completed', asOf: { chainId: net.world.chainId } })
      expect(answer.calls).toMatchObject(
        sent.map(({ blockNumber }) => ({
          state: 'confirmed',
          blockNumber: String(BigInt(blockNumber)),
          problem: null,
        })),
      )
    }
    expect(requestsWith(net.proxy, sent[0]?.transactionHash ?? '')).toBe(2)
    net.proxy.reset()
    expect(await statusOf(id)).toMatchObject({ status: 'completed' })
    expect(requestsWith(net.proxy, sent[0]?.transactionHash ?? '')).toBe(0)
    expect(await net.post('session/continue', { id, call: 0, txHash: HASH })).toMatchObject({
      code: 'deploy_session_over',
    })
    expect(await net.post('session/cancel', { id })).toMatchObject({ status: 409, code: 'deploy_session_over' })
  })

  test('a call that reverts is the end of it', async () => {
    const id = newId()
    const reverting = { to: net.world.contracts.usdc, data: '0xdeadbeef' } as const
    await create(id, { calls: [reverting, ...calls] })
    const { status, transactionHash: txHash } = await net.send(net.sender, reverting)
    expect(status).toBe('0x0')
    await post('continue', { id, call: 0, txHash })
    expect(await statusOf(id)).toMatchObject({ status: 'failed', calls: [{ state: 'reverted' }, {}, {}] })
  })

  test('a transaction that does something else counts for nothing', async () => {
    const id = newId()
    await create(id)
    const { transactionHash: other } = await net.send(net.sender, calls[1])
    const { transactionHash: foreign } = await net.send(accountOf(net, 'voter').address, calls[1])
    for (const [call, txHash] of [other, foreign].entries()) await post('continue', { id, call, txHash })
    expect(await statusOf(id)).toMatchObject({
      status: 'running',
      calls: [
        { state: 'sent', problem: 'not_this_call' },
        { state: 'sent', problem: 'not_this_call' },
      ],
    })
  })

  test('a wallet’s transaction counts for the calls that it carries', async () => {
    const id = newId()
    const { wallet } = net.world.contracts
    await create(id, { from: wallet, calls: calls.slice(0, 1) })
    const { transactionHash: txHash } = await net.send(accountOf(net, 'owner').address, execute(wallet, calls[0]))
    await post('continue', { id, call: 0, txHash })
    expect(await statusOf(id)).toMatchObject({ status: 'completed' })
  })

  test('a transaction that only has the call somewhere in its calldata does not count', async () => {
    const { multicall3, smartWallet, wallet } = net.world.contracts
    const [{ to, data = '0x' }] = calls
    const aggregate = (target: Address, callData: Hex) =>
      encodeFunctionData({
        abi: multicall3Abi,
        functionName: 'aggregate3',
        args: [[{ target, allowFailure: true, callData }]],
      })
    // Somebody else carries it out: Multicall3 with the same call, and another wallet.
    const foreign = await net.send(net.sender, { to: multicall3, data: aggregate(to, data) })
    // A plain payment by the wallet, not a transfer of tokens to the same address.
    const pay = { to: accountOf(net, 'voter').address, value: '7' }
    const tokens = await net.send(accountOf(net, 'owner').address, execute(wallet, { to, data: transferData(pay.to) }))
    const id = newId()
    await create(id, { from: smartWallet, calls: [calls[0], { ...pay, from: wallet }] })
    for (const [call, { transactionHash: txHash }] of [foreign, tokens].entries())
      await post('continue', { id, call, txHash })
    const problem = 'not_this_call'
    expect((await statusOf(id)).calls).toMatchObject([
      { state: 'sent', problem },
      { state: 'sent', problem },
    ])
  })

  test('a transaction stands for as many equal calls as it carries out', async () => {
    const id = newId()
    const call = calls[0]
    await create(id, { calls: [call, call, call] })
    const [once, again] = [await net.send(net.sender, call), await net.send(net.sender, call)]
    const report = (index: number, { transactionHash: txHash }: { transactionHash: Hex }) =>
      post('continue', { id, call: index, txHash })
    await report(2, once)
    await statusOf(id)
    await report(0, once)
    await report(1, again)
    expect(await statusOf(id)).toMatchObject({
      status: 'running',
      calls: [{ state: 'sent', problem: 'not_this_call' }, { state: 'confirmed' }, { state: 'confirmed' }],
    })
  })

  test('a bundle that failed as a whole leaves the call to another one', async () => {
    const id = newId()
    const { account, handle } = await openEntryPoint(net, 3n)
    await create(id, { from: account, calls: calls.slice(0, 1) })
    await handle(calls[0])
    const late = await handle(calls[0])
    expect(late.status).toBe('0x0')
    await post('continue', { id, call: 0, txHash: late.transactionHash })
    expect(await statusOf(id)).toMatchObject({
      status: 'running',
      calls: [{ state: 'sent', problem: 'outcome_unclear' }],
    })
  })

  test.each([
    [true, 'completed', 'confirmed'],
    [false, 'failed', 'reverted'],
  ])('of an ERC-4337 bundle the operation counts, not its transaction (%s)', async (succeeds, status, state) => {
    const id = newId()
    const { account, handle } = await openEntryPoint(net, succeeds ? 1n : 2n)
    const call = succeeds ? calls[0] : { to: net.world.contracts.usdc, data: '0xdeadbeef' as const }
    await create(id, { from: account, calls: [call] })
    const bundle = await handle(call)
    expect(bundle.status).toBe('0x1')
    await post('continue', { id, call: 0, txHash: bundle.transactionHash })
    expect(await statusOf(id)).toMatchObject({ status, calls: [{ state }] })
  })

  test('a transaction that no node knows stays sent; a node that says nothing of it is an outage', async () => {
    const id = newId()
    await create(id)
    await post('continue', { id, call: 0, txHash: HASH })
    expect(await statusOf(id)).toMatchObject({ status: 'running', calls: [{ state: 'sent', problem: null }, {}] })
    for (const method of ['eth_getTransactionReceipt', 'eth_getTransactionByHash']) {
      for (const reply of [{ error: { code: -32000, message: 'busy' } }, { result: { status: 7 } }]) {
        net.proxy.mode = { replies: (call) => (call.method === method ? reply : undefined) }
        expect(await net.post('session/status', { id })).toMatchObject({ status: 502, code: 'upstream_failed' })
      }
    }
    net.proxy.reset()
    expect(await statusOf(id)).toMatchObject({ status: 'running' })
  })
})

describe('cancelDeploySession', () => {
  test('ends a session permanently, and repeated changes nothing', async () => {
    const id = newId()
    await create(id)
    await post('continue', { id, call: 0, txHash: HASH })
    const cancelled = await post('cancel', { id })
    expect(cancelled).toMatchObject({ status: 'cancelled', calls: [{ txHash: HASH }, {}] })
    expect(await post('cancel', { id })).toEqual(cancelled)
    expect(await statusOf(id)).toEqual(cancelled)
    const other = { id, call: 1, txHash: HASH }
    expect(await net.post('session/continue', other)).toMatchObject({ status: 409, code: 'deploy_session_over' })
    expect(await create(id)).toEqual(cancelled)
  })

  test('of what comes at once with its last confirmation one holds', async () => {
    const id = newId()
    await create(id, { calls: calls.slice(0, 1) })
    const { transactionHash: txHash } = await net.send(net.sender, calls[0])
    await post('continue', { id, call: 0, txHash })
    const [cancelled, current] = await Promise.all([net.post('session/cancel', { id }), statusOf(id)])
    const end = await statusOf(id)
    expect(end.status).toBe(cancelled.status === 200 ? 'cancelled' : 'completed')
    expect(['running', end.status]).toContain(current.status)
  })
})

/** The transaction by which the owner of a wallet makes it call. */
function execute(wallet: Address, { to, data = '0x' }: Call): Call {
  const abi = parseAbi(['function execute(address target, uint256 value, bytes data)'])
  return { to: wallet, data: encodeFunctionData({ abi, functionName: 'execute', args: [to, 0n, data] }) }
}

const transferData = (to: Address): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 0n] })
