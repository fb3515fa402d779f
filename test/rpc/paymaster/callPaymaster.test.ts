import { encodeFunctionData, parseAbi } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { PaymasterFaults } from '../../../localnet/paymaster/startPaymaster.ts'
import { createPaymasterDecisions } from '../../../functions/rpc/store/paymasterDecisions.ts'
import { PaymasterAnswer } from '../../../schema/rpc/paymaster.ts'
import { accountOf, receiptOf } from '../../account/support.ts'
import { holdTimeOuts } from '../../support/holdTimeOuts.ts'
import { ENTRY_POINT, executeData, laterAccount, operation06, startPaymasterNet } from './startPaymasterNet.ts'
import { prepared, useNet } from '../../support/useNet.ts'

const policy = (changes: object) => ({ PAYMASTER_POLICY: JSON.stringify({ requireAllowlist: false, ...changes }) })
const register = (uri: string) =>
  encodeFunctionData({ abi: parseAbi(['function register(string agentURI)']), args: [uri] })

const net = useNet(() => startPaymasterNet())
const d1 = prepared(() => net.database())
beforeEach(async () => {
  net.service.setFaults({})
  await d1.prepare('delete from paymaster_decisions').run()
})

const operation = (uri = 'https://a.example') => {
  const { identityRegistry, smartWallet } = net.world.contracts
  return operation06(smartWallet, executeData([{ target: identityRegistry, data: register(uri) }]))
}
const params = (uri?: string) => [operation(uri), ENTRY_POINT, '0x7a69'] as const
const call = (method: string, given: readonly unknown[] = [], id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params: given,
})
const sponsor = (uri?: string, id?: unknown) => call('pm_getPaymasterData', params(uri), id)
const owner = () => net.session()
const answers = async (response: Response) => z.array(PaymasterAnswer).parse(await response.json())
const decisions = async () =>
  (await d1.prepare('select * from paymaster_decisions order by created_at, code').all<Record<string, unknown>>())
    .results

/** Puts the clock of the family so many windows ahead, in which nothing has been charged yet. */
const later = (windows: number) => net.changeTime('rpc', { aheadMs: windows * 4_000_000 })

describe('the transport', () => {
  it('answers every call of a batch by itself, in its order, with its id', async () => {
    const batch = [
      sponsor('https://one.example', 'one'),
      call('eth_supportedEntryPoints', [], 2),
      call('eth_sendUserOperation', params(), 3),
      call('pm_getPaymasterData', [{}, ENTRY_POINT], 4),
      call('pm_getPaymasterStubData', [operation(), ENTRY_POINT, '0x1'], 5),
      call('pm_getPaymasterStubData', [operation()], 6),
      { id: 7, method: 'pm_getPaymasterData' },
      'nothing',
      { jsonrpc: '2.0', id: { a: 1 }, method: 'eth_supportedEntryPoints' },
      call('pm_getPaymasterStubData', [operation(), net.world.contracts.usdc], null),
    ]
    const response = await net.post(batch, await owner())
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const all = await answers(response)
    expect(all.map(({ id, error }) => [id, error?.code])).toEqual([
      ['one', undefined],
      [2, undefined],
      [3, -32601],
      [4, -32602],
      [5, -32602],
      [6, -32602],
      [7, -32600],
      [null, -32600],
      [null, -32600],
      [null, -32002],
    ])
    expect(all[3]?.error?.message).toBe('invalid_params: userOperation.sender: is required')
    expect(all[1]?.result).toEqual([
      net.world.contracts.entryPoint06,
      net.world.contracts.entryPoint07,
      net.world.contracts.entryPoint08,
    ])
  })

  it('fills in the chain, leaves fees alone, and sends the provider nothing that the caller made up', async () => {
    const { maxFeePerGas: _, callGasLimit: __, ...rest } = operation('https://stub.example')
    const wish = { ...rest, maxPriorityFeePerGas: undefined, sponsorAll: true, paymasterAndData: '0x1234' }
    const before = net.service.requests().length
    const { result } = await net.call('pm_getPaymasterStubData', [wish, ENTRY_POINT, null, { policyId: 'another' }])
    expect(Object.keys(result ?? {})).toEqual(['paymasterAndData'])
    const [sent] = net.service.requests().slice(before)
    expect(sent?.params.slice(1)).toEqual([ENTRY_POINT, '0x7a69', {}])
    expect(Object.keys(Object(sent?.params[0])).sort()).toEqual(
      [
        'callData',
        'initCode',
        'nonce',
        'paymasterAndData',
        'preVerificationGas',
        'sender',
        'signature',
        'verificationGasLimit',
      ].sort(),
    )
    const { error } = await net.call('pm_getPaymasterData', [wish, ENTRY_POINT])
    expect(error).toEqual({ code: -32602, message: 'invalid_params: userOperation.callGasLimit: is required' })
  })

  it('refuses what is too much at once', async () => {
    const headers = await owner()
    const code = async (body: unknown) => (await net.post(body, headers)).headers.get('x-error-code')
    expect(await code(Array.from({ length: 11 }, () => call('eth_supportedEntryPoints')))).toBe('invalid_request')
    expect(await code([])).toBe('invalid_request')
    const long = { ...operation(), callData: `0x${'00'.repeat(65_537)}` }
    expect((await net.call('pm_getPaymasterData', [long, ENTRY_POINT])).error?.code).toBe(-32602)
  })

  it('takes no receipt without a signature, for any method', async () => {
    const { receipt } = await receiptOf(net.api, 0, accountOf(net, 'agent'))
    const alone = await net.post(call('eth_supportedEntryPoints'), { 'x-siwa-receipt': receipt })
    expect([alone.status, alone.headers.get('accept-signature')]).toEqual([401, expect.stringContaining('eth=')])
  })

  it.each([policy({ enabled: false }), policy({ maxTotalGaz: 1 })])('is closed with %o', async (variables) => {
    await net.withVariables(variables, async () => {
      const answer = await net.post(call('eth_supportedEntryPoints'), await owner())
      expect([answer.status, answer.headers.get('x-error-code')]).toEqual([503, 'paymaster_not_configured'])
    })
  })
})

describe('quotas', () => {
  it('lets exactly as many through as a wallet has, however many come at once', async () => {
    await net.withVariables(policy({ perSenderPerHour: 3 }), async () => {
      await later(1)
      const headers = await owner()
      const first = await Promise.all([
        net
          .post(
            Array.from({ length: 4 }, (_, i) => sponsor(`https://${i}.example`)),
            headers,
          )
          .then(answers),
        net
          .post(
            Array.from({ length: 4 }, (_, i) => sponsor(`https://${i + 4}.example`)),
            headers,
          )
          .then(answers),
      ])
      const codes = first.flat().map(({ error }) => error?.code)
      expect(codes.filter((code) => code === undefined)).toHaveLength(3)
      expect(codes.filter((code) => code === -32005)).toHaveLength(5)
      expect(first.flat().find(({ error }) => error)?.error?.data?.retryAfter).toBeGreaterThan(3000)
      const single = await net.post(sponsor(), headers)
      expect([single.status, single.headers.get('x-error-code')]).toEqual([429, 'rate_limited'])
      expect(Number(single.headers.get('retry-after'))).toBeGreaterThan(3000)
      // A stub is only for an estimate.
      expect((await net.post(call('pm_getPaymasterStubData', params()), headers)).status).toBe(200)
      await later(2)
      expect((await net.post(sponsor(), headers)).status).toBe(200)
      await later(0)
    })
  })

  it('cannot be used up by those who do not own the wallet, nor by what is denied', async () => {
    await net.withVariables(policy({ perSenderPerHour: 5, perPrincipalPerMinute: 100 }), async () => {
      await later(3)
      const sessions = [{}, await net.session('voter')]
      for (const headers of sessions)
        await (
          await net.post(
            Array.from({ length: 6 }, () => sponsor()),
            headers,
          )
        ).text()
      const denied = { ...operation(), callGasLimit: '0xffffffff' }
      const wishes = Array.from({ length: 6 }, () => call('pm_getPaymasterData', [denied, ENTRY_POINT]))
      expect((await answers(await net.post(wishes, await owner()))).map(({ error }) => error?.code)).toEqual(
        Array(6).fill(-32002),
      )
      const own = await answers(
        await net.post(
          Array.from({ length: 6 }, () => sponsor()),
          await owner(),
        ),
      )
      expect(own.filter(({ error }) => !error)).toHaveLength(5)
      await later(0)
    })
  })

  it('are counted by principal too, over all its wallets, and one that is full leaves the other alone', async () => {
    await net.withVariables(policy({ perPrincipalPerMinute: 1, walletFactories: localFactories() }), async () => {
      const headers = await net.session('bidder')
      const wish = async (version: '0.7' | '0.8') => {
        const account = await laterAccount(net, version, 'bidder')
        const { identityRegistry } = net.world.contracts
        const { initCode: _, ...rest } = operation06(
          account.address,
          executeData([{ target: identityRegistry, data: register('https://b.example') }]),
        )
        return [{ ...rest, ...(await account.getFactoryArgs()) }, account.entryPoint.address] as const
      }
      const [one, two] = [await wish('0.7'), await wish('0.8')]
      expect((await net.call('pm_getPaymasterData', one, headers)).error).toBeUndefined()
      expect((await net.post(call('pm_getPaymasterData', two), headers)).status).toBe(429)
    })
  })

  it('take a charge once, and give it back as often as requested', async () => {
    const shard = (await net.objects('SPONSOR_QUOTA')).getByName('00')
    const ask = async (method: 'take' | 'release', ...args: unknown[]) =>
      Number(await Reflect.apply(Reflect.get(shard, method), shard, ['key', ...args]))
    expect(await ask('take', 'a', 1, 60)).toBe(0)
    expect(await ask('take', 'a', 1, 60)).toBe(0)
    expect(await ask('take', 'b', 1, 60)).toBeGreaterThan(0)
    await ask('release', 'a')
    await ask('release', 'a')
    expect(await ask('take', 'b', 1, 60)).toBe(0)
  })
})

describe('the provider', () => {
  const lies: PaymasterFaults[] = [
    { lie: 'refused' },
    { lie: 'id' },
    { lie: 'version' },
    { lie: 'entryPoint' },
    { lie: 'garbage' },
    { lie: 'long' },
    { lie: 'final' },
    { status: 500 },
    { cut: true },
  ]

  it('costs the quota nothing when it fails or lies, and nothing of what it says is passed on', async () => {
    await net.withVariables(policy({ perSenderPerHour: 1 }), async () => {
      await later(4)
      for (const fault of lies) {
        net.service.setFaults(fault)
        const { error } = await net.call('pm_getPaymasterData', params())
        expect([error?.code, error?.message]).toEqual([
          -32000,
          expect.stringMatching(fault.lie === 'refused' ? /^paymaster_rejected: the/ : /^paymaster_failed: the/),
        ])
        expect(JSON.stringify(error)).not.toMatch(new RegExp('1234|127\\.0|told|x{9}'))
      }
      expect(await decisions()).toEqual([])
      net.service.setFaults({})
      expect((await net.call('pm_getPaymasterData', params())).error).toBeUndefined()
      expect((await net.post(sponsor(), await owner())).status).toBe(429)
      await later(0)
    })
  })

  it('has its time, and may not want more gas than is sponsored', async () => {
    await net.withVariables({ PAYMASTER_TIMEOUT_MS: '12345' }, async () => {
      const timeOuts = holdTimeOuts()
      net.service.setFaults({ slowMs: 60_000 })
      const answer = net.call('pm_getPaymasterData', params())
      await expect.poll(timeOuts.held).toContain(12_345)
      timeOuts.fire(12_345)
      const { error } = await answer
      expect([error?.code, error?.message]).toEqual([-32000, expect.stringMatching(/^paymaster_timeout: /)])
    })
    net.service.setFaults({ lie: 'gas' })
    const account = await laterAccount(net, '0.7', 'voter')
    const { initCode: _, ...rest } = { ...operation(), sender: account.address }
    const wish = [{ ...rest, ...(await account.getFactoryArgs()) }, account.entryPoint.address]
    const { error } = await net.call('pm_getPaymasterData', wish, await net.session('voter'))
    expect(error?.message).toMatch(/^paymaster_failed: .* gas limits/)
  })
})

describe('what was decided', () => {
  it('is stored before it is answered: once for the same, with who, what and why', async () => {
    for (let i = 0; i < 2; i++) await net.call('pm_getPaymasterData', params('https://kept.example'))
    for (let i = 0; i < 2; i++)
      await net.call('pm_getPaymasterData', [{ ...operation(), callGasLimit: '0xffffffff' }, ENTRY_POINT])
    const principal = accountOf(net, 'owner').address.toLowerCase()
    const sender = net.world.contracts.smartWallet.toLowerCase()
    const of = { method: 'pm_getPaymasterData', principal, sender }
    expect(await decisions()).toEqual([
      expect.objectContaining({ ...of, mode: 'agent_registry', allowed: 1, code: null }),
      expect.objectContaining({ ...of, mode: null, allowed: 0, code: 'gas_too_high' }),
    ])
    await (await net.post(sponsor())).text()
    expect(await decisions()).toHaveLength(2)
  })

  it('is a hundred denials of one principal in an hour at most, and goes after 90 days', async () => {
    const store = createPaymasterDecisions(d1)
    const now = Math.floor(Date.now() / 1000)
    const { address: principal } = accountOf(net, 'voter')
    const denial = { principal, sender: principal, method: 'm', mode: null, allowed: false, code: 'c', createdAt: now }
    await store.record({ ...denial, createdAt: now - 91 * 86_400, userOpHash: 'old' })
    await Promise.all(Array.from({ length: 110 }, (_, i) => store.record({ ...denial, userOpHash: String(i) })))
    expect(await decisions()).toHaveLength(101)
    await store.record({ ...denial, allowed: true, userOpHash: 'allowed' })
    expect(await decisions()).toHaveLength(102)
    await net.runSchedule('rpc')
    expect(await decisions()).toHaveLength(101)
    // More than one statement deletes.
    await d1
      .prepare(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < 2500)
          insert into paymaster_decisions (id, created_at, principal, sender, method, userop_hash, allowed)
          select 'old ' || i, 1, '0x', '0x', 'm', i, 1 from n`,
      )
      .run()
    await net.runSchedule('rpc')
    expect(await decisions()).toHaveLength(101)
  })

  it('is not answered where it cannot be stored', async () => {
    await d1.prepare('alter table paymaster_decisions rename to elsewhere').run()
    const { error } = await net.call('pm_getPaymasterData', params('https://lost.example'))
    await d1.prepare('alter table elsewhere rename to paymaster_decisions').run()
    expect([error?.code, error?.message]).toEqual([-32000, expect.stringMatching(/^store_unavailable/)])
  })
})

function localFactories() {
  const { smartWalletFactory07, smartWalletFactory08 } = net.world.contracts
  return [smartWalletFactory07, smartWalletFactory08]
}
